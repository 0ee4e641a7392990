"""Hosts of registries and paths of one machine are caught wherever they stand."""

from __future__ import annotations

import pytest

from tests.house.text import MACHINE_PATHS, REGISTRIES, find_foreign_words


@pytest.mark.parametrize("host", REGISTRIES)
@pytest.mark.parametrize("line", ["pip --index-url https://{}/simple", "files.{}", "see {}."])
def test_a_registry_host_is_caught(host: str, line: str) -> None:
    (finding,) = find_foreign_words("docs/install.md", "first\n" + line.format(host))
    assert (finding.line, finding.rule) == (2, "registry-host")


@pytest.mark.parametrize("path", MACHINE_PATHS)
@pytest.mark.parametrize("line", ["cd {}", "'{}/x'", "see {}."])
def test_a_path_of_one_machine_is_caught(path: str, line: str) -> None:
    (finding,) = find_foreign_words("README.md", line.format(path))
    assert (finding.line, finding.rule) == (1, "machine-path")


@pytest.mark.parametrize("path", MACHINE_PATHS)
def test_a_path_below_another_folder_passes(path: str) -> None:
    assert list(find_foreign_words("README.md", f"/home/alice{path}.py")) == []


@pytest.mark.parametrize("line", ["our-work/mainland", "pypi and npm", "not-a-pypi.organ"])
def test_ordinary_text_passes(line: str) -> None:
    assert list(find_foreign_words("README.md", line)) == []
