"""The guardian: a tiny process that owns Postgres and Valkey and lives as long as somebody needs them.

Why a process of its own: it must notice the death of those who use the services, kill -9 included, and only
the kernel can tell it. Every user holds one connection to the guardian's socket, and the kernel closes it
with its holder, so nobody has to behave. When the last one is gone the guardian shuts both services down
cleanly and ends. It restarts a service that dies by itself. Should the guardian itself be killed, Linux
ends its children (parent-death signal, set in a process with one thread, where that is safe); elsewhere the
next start does.

It holds the home's lock from before its first step to after its last, so there is never a second one.

It imports the standard library and the neighbours that do the same alone, to stay small (`lifeline.BOOT`).

Messages, one JSON object a line. In: hold | ready | leave | status | stop. Out: its state, `failed`, `kept`.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import selectors
import signal
import socket
import time
from typing import Any, Final

from continuum.embedded import kernel_calls, limits
from continuum.embedded.service import Service, ServiceSpec, say

RECEIVE_BYTES: Final = 4096


class Guardian:
    """State: starting (nobody may be told yet that it works) or ready; once `stopping`, only downwards."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.services = [Service(ServiceSpec(**spec)) for spec in plan["services"]]
        self.ready = False
        self.stopping = False
        self.deadline: float | None = None
        self.orphans: set[int] = set()
        self.guests: dict[socket.socket, bytes] = {}
        self.holders: set[socket.socket] = set()
        self.selector = selectors.DefaultSelector()
        self.control: str = plan["control"]
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.alias: str | None = plan["alias"]
        self.alias_lock = self.keep_alias(self.alias)
        self.starter = socket.socket(fileno=plan["starter_fd"])
        self.wake, self.waker = socket.socketpair()

    @staticmethod
    def keep_alias(alias: str | None) -> int | None:
        """systemd's cleaning of /tmp leaves alone what carries a lock."""
        if alias is None:
            return None
        folder = os.open(alias, os.O_RDONLY)
        with contextlib.suppress(OSError):
            fcntl.flock(folder, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return folder

    def remove_alias(self) -> None:
        """Nothing of ours stays in /tmp."""
        if self.alias is not None:
            with contextlib.suppress(OSError):
                os.unlink(f"{self.alias}/home")
                os.rmdir(self.alias)

    def run(self) -> None:
        try:
            self.listen()
            self.admit(self.starter)
            self.holders.add(self.starter)
            kernel_calls.adopt_orphans()
            self.start_all()
            while not self.stopping:
                self.step()
        finally:
            self.stop_all()

    def listen(self) -> None:
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: None)  # not SIG_IGN: the children would inherit that
        signal.signal(signal.SIGTERM, self.terminate)
        self.waker.setblocking(False)
        self.wake.setblocking(False)
        signal.set_wakeup_fd(self.waker.fileno(), warn_on_full_buffer=False)
        self.selector.register(self.wake, selectors.EVENT_READ, self.woken)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.control)
        self.listener.bind(self.control)
        self.listener.listen(64)
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ, self.accept)

    def terminate(self, *_: object) -> None:
        """Those who use the services usually got the same signal: let them finish, for a while."""
        self.deadline = time.monotonic() + limits.SIGTERM_GRACE_S

    def step(self) -> None:
        for key, _ in self.selector.select(self.pause()):
            key.data(key.fileobj)
        self.watch()
        overdue = self.deadline is not None and time.monotonic() >= self.deadline
        self.stopping = self.stopping or overdue or not self.holders

    def pause(self) -> float | None:
        times = [service.due for service in self.services if service.due is not None]
        times += [self.deadline] if self.deadline is not None else []
        return max(0.0, min(times) - time.monotonic()) if times else None

    def woken(self, wake: socket.socket) -> None:
        with contextlib.suppress(BlockingIOError):
            wake.recv(RECEIVE_BYTES)

    def accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            self.admit(listener.accept()[0])

    def admit(self, guest: socket.socket) -> None:
        guest.setblocking(False)
        self.guests[guest] = b""
        self.selector.register(guest, selectors.EVENT_READ, self.receive)

    def receive(self, guest: socket.socket) -> None:
        try:
            data = guest.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.dismiss(guest)
            return
        *lines, self.guests[guest] = (self.guests[guest] + data).split(b"\n")
        for line in lines:
            self.obey(guest, json.loads(line)["do"])

    def dismiss(self, guest: socket.socket) -> None:
        self.holders.discard(guest)
        self.guests.pop(guest, None)
        self.selector.unregister(guest)
        guest.close()
        if guest is self.starter and not self.ready:
            self.stopping = True

    def obey(self, guest: socket.socket, order: str) -> None:
        if order == "hold":
            self.holders.add(guest)
            self.send(guest, self.state())
        elif order == "status":
            self.send(guest, self.state())
        elif order == "ready":
            self.ready = True
            self.broadcast(self.state())
        elif order == "leave":
            self.holders.discard(guest)
            if self.holders:
                self.send(guest, {"kept": len(self.holders)})
        elif order == "stop":
            self.stopping = True

    def state(self) -> dict[str, Any]:
        pids = {
            service.spec.name: service.process.pid for service in self.services if service.process is not None
        }
        return {"ready": self.ready, "guardian": os.getpid(), "holders": len(self.holders), "pids": pids}

    def broadcast(self, message: dict[str, Any]) -> None:
        for guest in list(self.guests):
            self.send(guest, message)

    def send(self, guest: socket.socket, message: dict[str, Any]) -> None:
        """A guest that does not listen misses it; its end shows as end of file anyway."""
        with contextlib.suppress(OSError):
            guest.send(json.dumps(message).encode() + b"\n")

    def start_all(self) -> None:
        for service in self.services:
            self.start(service)

    def start(self, service: Service) -> None:
        try:
            service.start()
        except OSError as error:
            self.fail(service, reason=f"{error.strerror}: {error.filename}", code=None)

    def watch(self) -> None:
        self.orphans = kernel_calls.still_running(self.orphans)
        for service in self.services:
            code = service.died()
            if code is not None:
                self.orphans |= kernel_calls.end_orphans(known=set(self.state()["pids"].values()))
                say(f"{service.spec.name} ended by itself with code {code}")
                if not self.ready or not service.plan_restart():
                    self.fail(service, reason="", code=code)
            if service.due is not None and time.monotonic() >= service.due and not self.stopping:
                self.start(service)

    def fail(self, service: Service, *, reason: str, code: int | None) -> None:
        say(f"{service.spec.name} failed: code {code} {reason}")
        self.broadcast({"failed": service.spec.name, "code": code, "reason": reason})
        self.stopping = True

    def stop_all(self) -> None:
        """The socket goes first, so that newcomers wait for the lock; those who left hear the end last."""
        with contextlib.suppress(OSError):
            os.unlink(self.control)
        self.listener.close()
        steps = (
            (limits.STOP_LIMIT_S, lambda spec: spec.stop),
            (limits.FORCE_LIMIT_S, lambda spec: spec.force),
            (limits.FORCE_LIMIT_S, lambda _: "SIGKILL"),
        )
        for limit, signal_of in steps:
            deadline = time.monotonic() + limit
            for service in self.services:
                service.tell(signal_of(service.spec))
            for service in self.services:
                service.wait(deadline)
        self.remove_alias()
        say("guardian ends")


def main(plan_json: str) -> None:
    """Leave the starter's process tree (nobody's child, nobody's zombie) and guard.

    The plan names the descriptors it inherits; that of the lock is only kept open.
    """
    if os.fork():
        os._exit(0)
    plan = json.loads(plan_json)
    os.umask(0o077)
    os.chdir(plan["run"])
    try:
        Guardian(plan).run()
    except Exception as error:
        say(f"guardian failed: {type(error).__name__}: {error}")
        raise
