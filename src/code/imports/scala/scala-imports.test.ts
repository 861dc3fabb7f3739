import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf } from '../../../../test/support/imports.ts';

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
});
