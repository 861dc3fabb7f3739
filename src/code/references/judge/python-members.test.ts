import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

test('what `super()` of Python is asked for is never the method that asks', async () => {
  const files = {
    'a.py':
      'import click\nfrom b import Base\n\n\nclass Group(click.Group):\n    def made(self):\n        return super().made()\n\n\nclass Own(Base):\n    def reached(self):\n        return super(Own, self).reached()\n',
    'b.py': 'class Base:\n    def reached(self):\n        pass\n',
  };
  expect(await uses(files, 'Group/made')).toEqual(['a.py:7 name']);
  expect(await uses(files, 'Own/reached')).toEqual(['a.py:12 name']);
  expect(await uses(files, 'Base/reached')).toEqual(['a.py:12 exact']);
});

test('what stands behind the name of a package from outside is no member of the project by an import', async () => {
  const files = {
    'a.py':
      'from docutils import nodes\n\n\nclass Role:\n    aim: str\n\n    def reached(self):\n        pass\n\n\ndef run(t):\n    nodes.aim("")\n    nodes.sub.reached()\n    t.reached()\n\n\ndef other(nodes):\n    nodes.sub.reached()\n',
  };
  expect(await uses(files, 'Role/aim')).toEqual(['a.py:12 name']);
  expect(await uses(files, 'Role/reached')).toEqual(['a.py:13 name', 'a.py:14 import', 'a.py:18 import']);
});

test('a function within a function of Python is no member of a value', async () => {
  const files = {
    'a.py':
      'def get(all):\n    def gettext(one):\n        return all[one].gettext(one)\n\n    return gettext\n\n\ndef run(all):\n    all[0].gettext(1)\n',
  };
  expect(await uses(files, 'get/gettext')).toEqual(['a.py:3 name', 'a.py:5 exact', 'a.py:9 name']);
});

test('`super` of Python that names another class asks for what comes behind that class', async () => {
  const files = {
    'a.py': 'class Root:\n    def run(self):\n        pass\n\n\nclass Base(Root):\n    def run(self):\n        pass\n',
    'b.py':
      'from a import Base\n\n\nclass Child(Base):\n    def run(self):\n        super(Base, self).run()\n        super(self.made, self).run()\n        super(Outer.Child, self).run()\n        super(Child, self).run()\n',
  };
  expect(await uses(files, 'Base/run')).toEqual(['b.py:6 name', 'b.py:7 name', 'b.py:8 exact', 'b.py:9 exact']);
  // The method of `Base` goes before it, and may be what is asked of others.
  expect(await uses(files, 'Root/run')).toEqual(['b.py:6 name', 'b.py:7 name', 'b.py:8 name', 'b.py:9 name']);
});

test('of several classes that one of Python is made from, the first that has a member is meant', async () => {
  const files = {
    'a.py':
      'class One:\n    def run(self):\n        pass\n\n\nclass Two:\n    def run(self):\n        pass\n\n    def stop(self):\n        pass\n',
    'b.py':
      'from lib import Far\nfrom a import One, Two\n\n\nclass Child(One, Two):\n    def begin(self):\n        super().run()\n        self.run()\n        self.stop()\n\n\nclass Other(Far, Two):\n    def begin(self):\n        super().run()\n',
  };
  expect(await uses(files, 'One/run')).toEqual(['b.py:7 exact', 'b.py:8 exact']);
  expect(await uses(files, 'Two/run')).toEqual(['b.py:14 import']);
  expect(await uses(files, 'Two/stop')).toEqual(['b.py:9 import']);
});

test('a type that a file of Python declares is none of its name in a file that it imports', async () => {
  const tree = {
    'errors.py': 'class Writes:\n    def put(self):\n        pass\n\n\ndef strip():\n    pass\n',
    'tee.py':
      'from errors import strip\n\nif CHECKING:\n    class Writes:\n        def put(self):\n            pass\n\n\nclass Tee:\n    def __init__(self, term: Writes):\n        self.term = term\n\n    def run(self):\n        self.term.put()\n',
  };
  const { rows } = await askCode(tree, { mode: 'callees', query: 'Tee/run' });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual(['tee.py:5 exact']);
});

test('what a class of Python that derives from others asks another value for is not known to be its own', async () => {
  const tree = {
    'loader.py':
      'from jinja2 import BaseLoader\n\n\nclass Loader(BaseLoader):\n    def get_source(self, one):\n        for loader in self.loaders:\n            return loader.get_source(one)\n        return self.get_source(one)\n\n\nclass Plain:\n    def get_depth(self, one):\n        return one.get_depth(self)\n',
    'app.py': 'from loader import Loader\n\n\ndef run(loader):\n    loader.get_source(1)\n',
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(
      ({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`,
    );
  expect(await uses('get_source')).toEqual(['app.py:5 import', 'loader.py:8 exact', 'loader.py:7 name']);
  expect(await uses('get_depth')).toEqual(['loader.py:13 import']);
});

test('what a class of Python that derives from others asks its own class for is its own', async () => {
  const tree = {
    'loader.py':
      'from jinja2 import Base\n\n\nclass Loader(Base):\n    def depth(self, one):\n        type(self).depth()\n        self.__class__.depth()\n        type(one).depth()\n\n    @classmethod\n    def make(cls):\n        cls().depth()\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'depth' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual([
    '6 import',
    '7 import',
    '12 import',
    '8 name',
  ]);
});

test('what a class of Python that derives from others makes of its own class is one of it', async () => {
  const tree = {
    'spider.py':
      'from base import Base\n\n\nclass Spider(Base):\n    @classmethod\n    def make(cls, one):\n        spider = cls(one)\n        spider.attach(one)\n        one.attach(spider)\n\n    def attach(self, one):\n        other = type(self)(one)\n        other.attach(1)\n        spider.attach(1)\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'attach' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual([
    '8 import',
    '13 import',
    '9 name',
    '14 name',
  ]);
});
