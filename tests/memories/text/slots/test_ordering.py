"""The same words in another order, where the order is part of what is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

DIRECTION = r"""
main -> dev | dev -> main
A => B | B => A
Port: 8080 -> 9090 | Port: 9090 -> 8080
cp a.txt b.txt | cp b.txt a.txt
mv old.conf new.conf | mv new.conf old.conf
mv old new | mv new old
rsync src/ dst/ | rsync dst/ src/
ln -s a b | ln -s b a
let a = b | let b = a
between 5 and 10 | between 10 and 5
The limit lies between 5 and 10 | The limit lies between 10 and 5
Merge main → dev | Merge dev → main
Copy from staging to production | Copy from production to staging
Berlin → Paris | Paris → Berlin
staging -> production promote | production -> staging promote
scp host1:/a host2:/b | scp host2:/b host1:/a
git merge feature main | git merge main feature
diff old.txt new.txt | diff new.txt old.txt
x = y | y = x
entre 5 et 10 | entre 10 et 5
zwischen 5 und 10 | zwischen 10 und 5
从A到B | 从B到A
rename foo bar | rename bar foo
Alice > Bob in seniority | Bob > Alice in seniority
"""

ORDER = r"""
Steps: build, test, deploy | Steps: test, build, deploy
Order of middleware: auth, cache, gzip | Order of middleware: cache, auth, gzip
Restart the worker, then migrate the database | Migrate the database, then restart the worker
Den Worker neu starten, dann die Datenbank migrieren | Die Datenbank migrieren, dann den Worker neu starten
Redémarrer le worker, puis migrer la base | Migrer la base, puis redémarrer le worker
Reiniciar el worker, luego migrar la base | Migrar la base, luego reiniciar el worker
先重启服务,然后迁移数据库 | 先迁移数据库,然后重启服务
["red","green","blue"] | ["green","red","blue"]
[1, 2, 3] | [3, 2, 1]
1. build\n2. test\n3. deploy | 1. test\n2. build\n3. deploy
Schritte: bauen, testen, ausliefern | Schritte: testen, bauen, ausliefern
步骤：构建、测试、部署 | 步骤：测试、构建、部署
Order: auth, cache | Order: cache, auth
First build, then test | First test, then build
Erst bauen, dann testen | Erst testen, dann bauen
D'abord compiler, ensuite tester | D'abord tester, ensuite compiler
Primero compilar, luego probar | Primero probar, luego compilar
首先构建，然后测试 | 首先测试，然后构建
Priorities: speed, cost, quality | Priorities: cost, speed, quality
Pipeline: lint → test → deploy | Pipeline: test → lint → deploy
Build before testing | Test before building
Notify Ana before Ben | Notify Ben before Ana
{"order": ["a", "b"]} | {"order": ["b", "a"]}
Ranking: Ann, Bob, Carl | Ranking: Bob, Ann, Carl
Reihenfolge: auth, cache, gzip | Reihenfolge: cache, auth, gzip
Orden: auth, cache, gzip | Orden: cache, auth, gzip
Ordre : auth, cache, gzip | Ordre : cache, auth, gzip
"""

WHO = r"""
The service A calls the service B | The service B calls the service A
Le service A appelle le service B | Le service B appelle le service A
El servicio A llama al servicio B | El servicio B llama al servicio A
Table a references table b | Table b references table a
He owes me money | I owe him money
Er schuldet mir Geld | Ich schulde ihm Geld
Il me doit de l'argent | Je lui dois de l'argent
他欠我钱 | 我欠他钱
I invited them | They invited me
She told him to call her | She told her to call him
Sie hat mich eingeladen | Ich habe sie eingeladen
The client trusts the server | The server trusts the client
The API gateway calls the auth service | The auth service calls the API gateway
Table orders references table users | Table users references table orders
She owes him money | He owes her money
They invited us | We invited them
I lent her my car | She lent me her car
Er hat sie angerufen | Sie hat ihn angerufen
Elle l'aide souvent | Il l'aide souvent
我帮他 | 他帮我
他喜欢她 | 她喜欢他
Module A depends on module B | Module B depends on module A
Das Modul A hängt von Modul B ab | Das Modul B hängt von Modul A ab
Tell him to call me | Tell me to call him
Il m'a invité | Je l'ai invité
The parent notifies the child | The child notifies the parent
Der Kunde vertraut dem Händler | Der Händler vertraut dem Kunden
Le client appelle le fournisseur | Le fournisseur appelle le client
El cliente llama al proveedor | El proveedor llama al cliente
客户信任供应商 | 供应商信任客户
"""

ASSIGN = r"""
The lead is Ann and the deputy is Bob | The lead is Bob and the deputy is Ann
Monday is for Ann, Tuesday for Bob | Monday is for Bob, Tuesday for Ann
{"min":1,"max":2} | {"min":2,"max":1}
{"from":"Rome","to":"Paris"} | {"from":"Paris","to":"Rome"}
{"retries":null} | {"retries":0}
Montag ist für Ann, Dienstag für Bob | Montag ist für Bob, Dienstag für Ann
dev: alpha\nprod: beta | dev: beta\nprod: alpha
Red means stop, green means go | Green means stop, red means go
Alice owns billing; Bob owns search | Alice owns search; Bob owns billing
Use tabs in Go and spaces in Python | Use spaces in Go and tabs in Python
Die Leitung hat Ann und die Vertretung Bob | Die Leitung hat Bob und die Vertretung Ann
Le chef est Ann et l'adjoint est Bob | Le chef est Bob et l'adjoint est Ann
El jefe es Ann y el suplente es Bob | El jefe es Bob y el suplente es Ann
负责人是安娜，副手是鲍勃 | 负责人是鲍勃，副手是安娜
user: root, password owner: ben | user: ben, password owner: root
{"a":true,"b":false} | {"a":false,"b":true}
{"src":"x","dst":"y"} | {"src":"y","dst":"x"}
host = alpha\nbackup = beta | host = beta\nbackup = alpha
"""


def _pairs(table: str) -> list[list[str]]:
    return [line.replace("\\n", "\n").split(" | ") for line in table.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(DIRECTION), ids=lambda pair: pair[0])
def test_what_goes_where_is_told_by_order(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(ORDER), ids=lambda pair: pair[0])
def test_lists_and_steps_keep_their_order(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(WHO), ids=lambda pair: pair[0])
def test_who_does_what_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED


@pytest.mark.parametrize("pair", _pairs(ASSIGN), ids=lambda pair: pair[0])
def test_who_is_what_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED
