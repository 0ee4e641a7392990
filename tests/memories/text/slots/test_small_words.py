"""Small words that make another statement."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

PRONOUN = r"""
My manager is Anne | Your manager is Anne
Mein Chef heißt Anne | Dein Chef heißt Anne
Mon manager est Anne | Ton manager est Anne
Mi jefe es Anne | Tu jefe es Anne
我的经理是安娜 | 你的经理是安娜
His son is five | Her son is five
Sein Sohn ist fünf | Ihr Sohn ist fünf
We pay the rent | They pay the rent
I manage the team | You manage the team
Ich leite das Team | Du leitest das Team
我们付房租 | 他们付房租
Their office is in Rome | Our office is in Rome
Her birthday is in May | My birthday is in May
Seine Frau heißt Eva | Meine Frau heißt Eva
Sa femme s'appelle Eva | Ma femme s'appelle Eva
Su hermana vive aquí | Mi hermana vive aquí
她的狗很大 | 他的狗很大
You approve the budget | They approve the budget
She leads the team | He leads the team
Wir zahlen die Miete | Sie zahlen die Miete
Nous payons le loyer | Ils paient le loyer
Ellos pagan el alquiler | Nosotros pagamos el alquiler
你负责测试 | 我负责测试
"""

MODAL = r"""
You should use the VPN | You must use the VPN
You need not lock the door | You must not lock the door
Most customers pay by card | Some customers pay by card
All customers pay by card | Customers pay by card
Few customers complain | A few customers complain
Little sugar in coffee | A little sugar in coffee
The build takes about ten minutes | The build takes ten minutes
Use pytest | Always use pytest
Du solltest das VPN nutzen | Du musst das VPN nutzen
Alle Kunden zahlen per Karte | Kunden zahlen per Karte
Il faut utiliser le VPN | On peut utiliser le VPN
必须使用VPN | 应该使用VPN
大约十分钟 | 十分钟
Der Build dauert etwa zehn Minuten | Der Build dauert zehn Minuten
Todos los clientes pagan con tarjeta | Los clientes pagan con tarjeta
You may skip the review | You should skip the review
Deploys must be approved | Deploys should be approved
Des clients paient par carte | Tous les clients paient par carte
La plupart des clients paient par carte | Certains clients paient par carte
Die meisten Kunden zahlen bar | Einige Kunden zahlen bar
所有客户用卡付款 | 客户用卡付款
大多数客户付现金 | 一些客户付现金
Usually use pytest | Always use pytest
Benutze immer pytest | Benutze pytest
Utilise toujours pytest | Utilise pytest
Usa siempre pytest | Usa pytest
总是使用pytest | 使用pytest
Only use tabs | Use tabs
只用tabs | 用tabs
Nur Tabs verwenden | Tabs verwenden
Peu de sucre | Un peu de sucre
Poca leche | Un poco de leche
It takes almost an hour | It takes an hour
Le trajet dure environ dix minutes | Le trajet dure dix minutes
El viaje dura unos diez minutos | El viaje dura diez minutos
Up to ten users | Ten users
You might need a visa | You need a visa
The user can swim | The user could swim
We will migrate to Postgres | We migrated to Postgres
We would use Rust | We use Rust
If it rains, use the garage | Use the garage
Use the garage unless it rains | Use the garage if it rains
Du musst nicht abschließen | Du darfst nicht abschließen
No hace falta cerrar la puerta | No se debe cerrar la puerta
不必锁门 | 不得锁门
Il n'est pas nécessaire de fermer la porte | Il ne faut pas fermer la porte
"""

TIME = r"""
The report is ready by Friday | The report is ready on Friday
Der Bericht ist bis Freitag fertig | Der Bericht ist am Freitag fertig
El informe es para el viernes | El informe es hasta el viernes
Livraison vendredi | Livraison avant vendredi
The shop is closed on Friday | The shop is closed until Friday
The bus leaves at eight | The bus leaves by eight
The report is due by Friday | The report is due after Friday
Abgabe am Freitag | Abgabe vor Freitag
Le rapport est prêt vendredi | Le rapport est prêt après vendredi
El informe está listo el viernes | El informe está listo antes del viernes
报告周五完成 | 报告周五之前完成
Open since Monday | Open until Monday
Parking is free after 6 pm | Parking is free at 6 pm
Ab Montag geschlossen | Bis Montag geschlossen
Open from Monday | Open on Monday
Ouvert jusqu'à lundi | Ouvert lundi
"""

PERCENT = r"""
Prices rose to ten percent | Prices rose by ten percent
Die Preise stiegen um zehn Prozent | Die Preise stiegen auf zehn Prozent
Les prix ont augmenté de dix pour cent | Les prix ont augmenté à dix pour cent
价格涨了百分之十 | 价格涨到百分之十
Los precios subieron un 10 % | Los precios subieron al 10 %
Sales fell by 5% | Sales fell to 5%
Die Zahl sank um 5 | Die Zahl sank auf 5
Le nombre est passé à 5 | Le nombre est passé de 5
降了5% | 降到5%
Raise the limit by 10 | Raise the limit to 10
"""

TENSE = r"""
Is the deal signed? | The deal is signed.
The deal is signed | The deal is being signed
Delete old logs | Old logs were deleted
~~Use Jenkins~~ | Use Jenkins
Ist der Vertrag unterschrieben? | Der Vertrag ist unterschrieben.
合同签了吗？ | 合同签了。
El contrato está firmado. | ¿El contrato está firmado?
Alte Logs löschen | Alte Logs wurden gelöscht
The server is down? | The server is down
Did Ana sign the contract? | Ana did sign the contract.
The migration is finished | The migration is being finished
The migration has finished | The migration will finish
Close the ticket | The ticket was closed
Le contrat est-il signé ? | Le contrat est signé.
Le contrat est signé | Le contrat sera signé
El contrato será firmado | El contrato es firmado
Der Vertrag wird unterschrieben | Der Vertrag wurde unterschrieben
He was the lead | He is the lead
The user had a cat | The user has a cat
We have a flat in Bonn | We had a flat in Bonn
Wir hatten einen Garten | Wir haben einen Garten
Elle avait un chien | Elle a un chien
Ella tenía un coche | Ella tiene un coche
- ~~Buy milk~~ | - Buy milk
"""

DETAIL = r"""
My favourite colour is blue | My favorite color is blue, for shirts
The function returns a list | The function returns a sorted list
Grade A | Grade A-
Grade B+ | Grade B
The colour scheme is dark | The color scheme is dark for editors
Bob likes a beer | Bob likes a cold beer
Vitamin A | Vitamin B
Blood type AB+ | Blood type AB-
Blood type 0+ | Blood type 0-
Rating: A+ | Rating: A
C++ is used | C is used
The user speaks French | The user speaks some French
"""


def _pairs(table: str) -> list[list[str]]:
    return [line.replace("\\n", "\n").split(" | ") for line in table.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(PRONOUN), ids=lambda pair: pair[0])
def test_whose_and_who_are_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(MODAL), ids=lambda pair: pair[0])
def test_how_much_how_often_and_how_bindingly_are_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(TIME), ids=lambda pair: pair[0])
def test_by_on_and_until_are_kept_apart(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(PERCENT), ids=lambda pair: pair[0])
def test_by_and_to_are_kept_apart(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(TENSE), ids=lambda pair: pair[0])
def test_what_is_asked_done_or_under_way_is_kept_apart(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(DETAIL), ids=lambda pair: pair[0])
def test_a_detail_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


SAME = """
I prefer tabs | The user prefers tabs
My manager is Anne | The user's manager is Anne
Our office is in Berlin | The user's office is in Berlin
Ich bevorzuge Tabs | Der Nutzer bevorzugt Tabs
Mein Chef heißt Anne | Der Chef des Nutzers heißt Anne
Je préfère les tabs | L'utilisateur préfère les tabs
我喜欢茶 | 用户喜欢茶
Mi jefe es Anne | El jefe del usuario es Anne
Please use tabs in Go files | Use tabs in the Go files, please
The team meets on Mondays | On Mondays the team meets
"""


@pytest.mark.parametrize("pair", _pairs(SAME), ids=lambda pair: pair[0])
def test_who_speaks_and_the_user_are_one_and_courtesy_says_nothing(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.NEAR_DUPLICATE


CONFLICTS = """
Die Karte kostet zweiundzwanzig Euro | Die Karte kostet zweiunddreißig Euro
Das Licht einschalten | Das Licht ausschalten
The API allows 5 requests per second | The API allows 5 requests per minute
The meeting is biweekly | The meeting is weekly
The backup runs every day | The backup runs every two days
Both keys open the door | Either key opens the door
Few customers complain | Many customers complain
他喜欢咖啡 | 他以前喜欢咖啡
Nobody came to the party | Nobody but Anne came to the party
Personne n'est venu | Personne sauf Anne n'est venu
Nadie vino | Nadie excepto Anne vino
"""


@pytest.mark.parametrize("pair", _pairs(CONFLICTS), ids=lambda pair: pair[0])
def test_what_cannot_both_be_true_is_a_conflict(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.CONFLICT
