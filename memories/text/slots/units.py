"""Units in the languages of the lexicons, and the one each is turned into."""

from __future__ import annotations

from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple


class Unit(NamedTuple):
    """What a quantity is counted in, and how many of it one of the written unit is."""

    base: str
    factor: Decimal


_TABLE = """
s 0.001: ms millisecond milliseconds millisekunde millisekunden milliseconde millisecondes 毫秒
s 0.001: milisegundo milisegundos
s 1: s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos seg 秒 秒钟
s 60: min mins minute minutes minuten minuto minutos 分 分钟 分鐘
s 3600: h hr hrs hour hours stunde stunden std heure heures hora horas 小时 钟头 時間
s 86400: d day days tag tage tagen jour jours journée dia dias día días 天 日间
s 604800: week weeks wk wks woche wochen semaine semaines semana semanas 周 星期 礼拜
s 1209600: fortnight fortnights
month 1: month months monat monate monaten monats mois mes meses 个月 月
month 3: quarter quarters quartal trimestre
month 12: year years yr yrs jahr jahre jahren jahres an ans année années año años 年
B 1: byte bytes octet octets 字节
B 1000: kb kilobyte kilobytes ko
B 1000000: mb megabyte megabytes mo 兆
B 1000000000: gb gig gigabyte gigabytes go
B 1000000000000: tb terabyte terabytes to
B 1024: kib
B 1048576: mib
B 1073741824: gib
bps 1: bps
bps 1000: kbps kbit
bps 1000000: mbps mbit
bps 1000000000: gbps gbit
g 0.001: mg milligram milligrams
g 1: g gram grams gramm gramme grammes gramo gramos 克
g 500: 斤
g 1000: kg kgs kilo kilos kilogram kilograms kilogramm 公斤 千克
g 1000000: t tonne tonnes tonnen 吨
lb 1: lb lbs pound pounds £ gbp pfund livre livres libra libras
oz 1: oz ounce ounces
m 0.001: mm millimetre millimetres millimeter
m 0.01: cm centimetre centimetres centimeter centimeters 厘米
m 1: m metre metres meter meters mètre mètres metro metros 米
m 1000: km kilometre kilometres kilometer kilometers kilometern kilomètre kilomètres 公里 千米
m 1000: kilómetro kilómetros
ft 1: ft foot feet
in 1: inch inches
mi 1: mile miles meile meilen milla millas 英里
yd 1: yard yards yd
m2 1: sqm m2 qm
l 0.001: ml millilitre millilitres milliliter
l 1: l litre litres liter liters litro litros 升
% 1: % percent pct prozent pourcent 百分
°C 1: °c celsius 摄氏度
°F 1: °f fahrenheit
degree 1: ° degree degrees grad degré degrés grado grados 度
EUR 1: € eur euro euros 欧元
USD 1: $ usd dollar dollars dólar dólares 美元 美金
CHF 1: chf franken franc francs
CNY 1: ¥ cny rmb 元 块 人民币 yuan
JPY 1: jpy yen 円 日元
INR 1: ₹ inr rupee rupees
PLN 1: pln zł zloty
RUB 1: ₽ rub
BTC 1: ₿ btc bitcoin
W 1: w watt watts
W 1000: kw kilowatt kilowatts
Wh 1000: kwh
Hz 1: hz hertz
Hz 1000: khz
Hz 1000000: mhz
Hz 1000000000: ghz
px 1: px pixel pixels
fps 1: fps
rps 1: rps qps
x 1: x times mal fois veces vez 次 倍
kcal 1: kcal calories calorie kalorien
"""


def _read() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        unit, words = line.split(": ")
        base, factor = unit.split()
        for word in words.split():
            units[word] = Unit(base, Decimal(factor))
    return units


UNITS = MappingProxyType(_read())
"""Folded words and signs, with their accents."""

CURRENCIES = frozenset({"€", "$", "£", "¥", "₹", "₽", "₿"})
"""Signs that may stand before their number."""

MONEY = frozenset({"EUR", "USD", "lb", "CHF", "CNY", "JPY", "INR", "PLN", "RUB", "BTC"})
"""Bases whose amounts have two decimals, so that three digits behind a sign are thousands."""

WORDS_TOO = frozenset({"to", "go", "an", "in", "mo", "mes", "second"})
"""Units that are common words; they count only when they touch their number."""

GLUED = frozenset(UNITS) | {"k", "m", "mio", "bn", "th", "st", "nd", "rd", "am", "pm", "x", "er", "e", "h"}
"""What may touch the number before it."""
