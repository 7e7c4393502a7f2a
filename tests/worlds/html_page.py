"""A page of HTML as tests read it."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "img", "br", "wbr", "link", "input", "hr", "source"}


class Page(HTMLParser):
    """Collects tags, attributes and text, and checks that tags are closed in order."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.attributes, self.said = [], [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.said.append(data)

    def of(self, name):
        return [value for _, other, value in self.attributes if other == name]
