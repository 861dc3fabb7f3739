import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of Scala', () => {
  test('names in braces, stars of both versions and paths from the own package lead to files', async () => {
    const at = 'src/main/scala/a';
    const graph = await graphOf({
      [`${at}/Main.scala`]: `package a

import a.b.{Tool, Maker => Builder}
import a.c._
import d.Deep
import scala.collection.mutable
import org.lib.core.Thing
import java.nio.file.{Files, Path}

class Main extends Base {
  import a.e.Late
  // Unused
  val text = "Ghost"
  def run(star: Star): Builder = new Builder
}
`,
      [`${at}/Base.scala`]: 'package a\n\ntrait Base\n',
      [`${at}/Ghost.scala`]: 'package a\n\nclass Ghost\nclass Unused\n',
      [`${at}/b/Tool.scala`]: 'package a.b\n\ncase class Tool(id: Int)\nobject Maker\n',
      [`${at}/c/Star.scala`]: 'package a\npackage c\n\nsealed trait Star { def base: Base }\n',
      [`${at}/d/Deep.scala`]: 'package a.d\n\nobject Deep { class Inner }\n',
      [`${at}/e/Late.scala`]: 'package a.e\n\nenum Late { case One }\n',
    });
    expect(edgesOf(graph)).toEqual([
      `${at}/Main.scala -> ${at}/Base.scala (same_package)`,
      `${at}/Main.scala -> ${at}/b/Tool.scala`,
      `${at}/Main.scala -> ${at}/c/Star.scala`,
      `${at}/Main.scala -> ${at}/d/Deep.scala`,
      `${at}/Main.scala -> ${at}/e/Late.scala`,
      `${at}/c/Star.scala -> ${at}/Base.scala (same_package)`,
    ]);
    expect(externalsOf(graph)).toEqual(['java.nio.file (standard)', 'org.lib.core', 'scala.collection (standard)']);
  });

  test('packages in blocks beside each other each hold what stands in them', async () => {
    const at = 'src/main/scala';
    const graph = await graphOf({
      [`${at}/Two.scala`]:
        'package a.one {\n  class Tool {\n    val n = 1\n  }\n  package deep { object Inner }\n}\n\npackage b\n{\n  class Kit\n}\n',
      [`${at}/Tool.scala`]: 'package c\n\nimport a.one.Tool\nimport a.one.deep.Inner\n\nclass UseTool\n',
      [`${at}/Kit.scala`]: 'package c\n\nimport b.Kit\n\nclass UseKit\n',
      [`${at}/None.scala`]: 'package a.one.b\n\nclass None { def kit: Kit = ??? }\n',
    });
    expect(edgesOf(graph)).toEqual([`${at}/Kit.scala -> ${at}/Two.scala`, `${at}/Tool.scala -> ${at}/Two.scala`]);
    expect(externalsOf(graph)).toEqual([]);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('packages of the standard library need no scala before them, unless the project has their names', async () => {
    const graph = await graphOf({
      'src/main/scala/A.scala':
        'package a\n\nimport reflect.ClassTag\nimport util.control.NonFatal\nimport io.Source\nimport io.netty.Channel\nimport math.Rule\n',
      'src/main/scala/math/Rule.scala': 'package a.math\n\nclass Rule\n',
    });
    expect(externalsOf(graph)).toEqual([
      'io.netty',
      'scala.io (standard)',
      'scala.reflect (standard)',
      'scala.util.control (standard)',
    ]);
    expect(edgesOf(graph)).toEqual(['src/main/scala/A.scala -> src/main/scala/math/Rule.scala']);
  });

  test('a type under another name leaves its own name to that of the package, in both versions of Scala', async () => {
    const at = 'src/main/scala/a';
    const graph = await graphOf({
      [`${at}/Main.scala`]: `package a

import java.nio.file.Path as NioPath
import a.b.Tool as Other, a.b.Rule
import a.b.{Maker => Builder, Form as Shape, Hidden => _}
import org.lib as lib
import a.b as kit
import a.given
import java.util as ju, java.net.URI

class Main {
  def run(path: Path, tool: Tool, other: Other, maker: Maker, form: Form, rule: Rule): Builder = ???
}
`,
      [`${at}/Path.scala`]: 'package a\n\ncase class Path()\n',
      [`${at}/Tool.scala`]: 'package a\n\ncase class Tool()\n',
      [`${at}/Maker.scala`]: 'package a\n\ncase class Maker()\n',
      [`${at}/Form.scala`]: 'package a\n\ncase class Form()\n',
      [`${at}/Rule.scala`]: 'package a\n\ncase class Rule()\n',
      [`${at}/Other.scala`]: 'package a\n\ncase class Other()\n',
      [`${at}/b/Tool.scala`]: 'package a.b\n\ncase class Tool()\ncase class Rule()\n',
      [`${at}/b/Maker.scala`]: 'package a.b\n\ncase class Maker()\ncase class Form()\n',
    });
    expect(edgesOf(graph)).toEqual([
      `${at}/Main.scala -> ${at}/Form.scala (same_package)`,
      `${at}/Main.scala -> ${at}/Maker.scala (same_package)`,
      `${at}/Main.scala -> ${at}/Path.scala (same_package)`,
      `${at}/Main.scala -> ${at}/Tool.scala (same_package)`,
      `${at}/Main.scala -> ${at}/b/Maker.scala`,
      `${at}/Main.scala -> ${at}/b/Tool.scala`,
    ]);
    expect(externalsOf(graph)).toEqual(['java (standard)', 'java.net (standard)', 'java.nio.file (standard)', 'org']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('what a file declares is no use of what another one does by the same name, but for where a type stands', async () => {
    const at = 'src/main/scala/a';
    const graph = await graphOf({
      [`${at}/One.scala`]:
        'package a\n\nclass One {\n  val Default = 1\n  val Log: Log = Default\n  def Size = Default + 1\n}\n',
      [`${at}/Two.scala`]: 'package a\n\nobject Default\nobject Size\n',
      [`${at}/Log.scala`]: 'package a\n\ntrait Log\n',
    });
    expect(edgesOf(graph)).toEqual([`${at}/One.scala -> ${at}/Log.scala (same_package)`]);
  });
});
