"""Class jars from Maven Central, through Maven itself and its local repository."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from device_fixtures.art.errors import ArtError
from device_fixtures.art.recipe import MavenJar
from device_fixtures.art.shell import Shell

_PLUGIN_VERSION = "2.8"


def project(jars: Iterable[MavenJar], folder: Path) -> str:
    """A Maven project whose only content is which jars to copy into ``folder``."""
    root = ElementTree.Element("project")
    fields = {"modelVersion": "4.0.0", "groupId": "droidcanary.fixture", "artifactId": "art-inputs", "version": "1"}
    for name, value in {**fields, "packaging": "pom"}.items():
        ElementTree.SubElement(root, name).text = value
    plugin = ElementTree.SubElement(ElementTree.SubElement(ElementTree.SubElement(root, "build"), "plugins"), "plugin")
    ElementTree.SubElement(plugin, "groupId").text = "org.apache.maven.plugins"
    ElementTree.SubElement(plugin, "artifactId").text = "maven-dependency-plugin"
    ElementTree.SubElement(plugin, "version").text = _PLUGIN_VERSION
    configuration = ElementTree.SubElement(plugin, "configuration")
    ElementTree.SubElement(configuration, "outputDirectory").text = str(folder)
    items = ElementTree.SubElement(configuration, "artifactItems")
    for jar in jars:
        item = ElementTree.SubElement(items, "artifactItem")
        ElementTree.SubElement(item, "groupId").text = jar.group
        ElementTree.SubElement(item, "artifactId").text = jar.artifact
        ElementTree.SubElement(item, "version").text = jar.version
        ElementTree.SubElement(item, "destFileName").text = jar.name
    return ElementTree.tostring(root, encoding="unicode")


def fetch_jars(shell: Shell, step: str, jars: tuple[MavenJar, ...], folder: Path) -> None:
    """Put the jars into ``folder`` under their names here; raises :class:`ArtError` if one is not the pinned file."""
    folder.mkdir(parents=True)
    pom = folder / "pom.xml"
    pom.write_text(project(jars, folder), encoding="utf-8")
    shell.run(step, ["mvn", "--batch-mode", "--quiet", "--file", pom, "dependency:copy"])
    for jar in jars:
        path = folder / jar.name
        if not path.exists():
            raise ArtError(step, f"Maven did not deliver {jar.artifact} {jar.version}")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != jar.sha256:
            raise ArtError(step, f"{jar.artifact} {jar.version} has SHA-256 {found}, expected {jar.sha256}")
