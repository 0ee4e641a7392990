"""`python -m tests.house.audit`: do the packages fit, are they the pinned ones, free to ship, without holes?

Only the last question needs a network; when the advisory service cannot be reached, that is said.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path

from tests.house.licences import refuse_reason

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = ROOT / "requirements.txt"
TOOLS = (ROOT / "tests" / "requirements.txt", ROOT / "bench" / "requirements.txt")
WEIGHTS = Path(sys.prefix) / "share" / "continuum" / "weights"

OURSELVES = "continuum-memory"
# Part of every environment rather than of the project.
UNPINNED = {OURSELVES, "pip", "setuptools", "wheel"}
ADVISORY_SECONDS = 10
ADVISORIES = "known vulnerabilities in requirements.txt"
UNREACHABLE = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "Timeout")


def normal(name: str) -> str:
    """The name by which package indexes tell packages apart."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_pins(text: str) -> dict[str, str]:
    """Name to version; raises ValueError on a line that pins nothing."""
    pins = {}
    for line in text.splitlines():
        requirement = line.partition("#")[0].partition(";")[0].strip()
        if not requirement:
            continue
        name, equals, version = requirement.partition("==")
        if not equals:
            raise ValueError(f"not pinned: {line}")
        pins[normal(name)] = version
    return pins


def find_drift(installed: Mapping[str, str], pins: Mapping[str, str]) -> Iterator[str]:
    """Where the environment is not what the requirements files say."""
    for name, version in sorted(installed.items()):
        if name in UNPINNED:
            continue
        if name not in pins:
            yield f"{name} {version} is installed but pinned nowhere"
        # A local build such as 2.13.0+cpu is that version.
        elif version.partition("+")[0] != pins[name]:
            yield f"{name} {version} is installed, {pins[name]} is pinned"


def find_refused(packages: Iterable[Distribution]) -> Iterator[str]:
    for package in packages:
        if reason := refuse_reason(package):
            yield f"{package.name}: {reason}"


def find_holes(report: str) -> Iterator[str]:
    """The advisories in pip-audit's JSON report."""
    for package in json.loads(report)["dependencies"]:
        for hole in package.get("vulns", []):
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}"


def ask_advisories() -> subprocess.CompletedProcess[str]:
    """One run of pip-audit over the pinned production set, against the OSV database."""
    command = [sys.executable, "-m", "pip_audit", "--vulnerability-service", "osv", "--format", "json"]
    command += ["--timeout", str(ADVISORY_SECONDS), "--progress-spinner", "off"]
    command += ["--disable-pip", "--no-deps", "--requirement", str(PRODUCTION)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def report(title: str, faults: Iterable[str]) -> bool:
    found = list(faults)
    print(f"{title}: {'ok' if not found else f'{len(found)} at fault'}")
    for fault in found:
        print(f"  {fault}")
    return not found


def check_whole() -> bool:
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    return report("dependencies fit together", [] if done.returncode == 0 else done.stdout.splitlines())


def check_advisories() -> bool:
    done = ask_advisories()
    if done.stdout.strip():
        return report(ADVISORIES, find_holes(done.stdout))
    if any(word in done.stderr for word in UNREACHABLE):
        print(f"{ADVISORIES}: NOT CHECKED, the advisory service cannot be reached from here")
        return True
    return report(ADVISORIES, ["pip-audit failed", *done.stderr.splitlines()[-5:]])


def main() -> int:
    production = read_pins(PRODUCTION.read_text())
    pins = dict(production)
    for file in TOOLS:
        pins |= read_pins(file.read_text())
    here = {normal(package.name): package for package in distributions()}
    versions = {name: package.version for name, package in here.items()}
    shipped = [package for name, package in sorted(here.items()) if name in production]
    read = f"{len(shipped)} of {len(production)} production packages are installed here"
    passed = [
        check_whole(),
        report("versions are the pinned ones", find_drift(versions, pins)),
        report(f"licences ({read})", find_refused([*shipped, *distributions(path=[str(WEIGHTS)])])),
        check_advisories(),
    ]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
