import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of Kotlin', () => {
  test('types, functions and properties lead to the files that declare them, those of Java too', async () => {
    const at = 'src/main/kotlin/a';
    const graph = await graphOf({
      [`${at}/Main.kt`]: `package a

import a.b.Tool
import a.b.open as openIt
import a.b.LIMIT
import a.c.*
import a.j.Legacy
import java.util.UUID
import kotlin.math.max
import org.lib.core.Thing
import a.b.Gone

@Marked
class Main : Base() {
  // Unused
  val text = "Ghost"
  val owner = Owner.name
  fun run(star: Star) = openIt(LIMIT)
}
`,
      [`${at}/Base.kt`]: 'package a\n\nopen class Base\nannotation class Marked\n',
      [`${at}/Owner.kt`]: 'package a\n\nobject Owner { val name = "" }\n',
      [`${at}/Ghost.kt`]: 'package a\nclass Ghost\nclass Unused\n',
      [`${at}/b/Tool.kt`]: 'package a.b\n\ninternal class Tool { class Inner }\n',
      [`${at}/b/Open.kt`]: 'package a.b\n\nfun <T : Any> List<T>.open(limit: Int): T = first()\nconst val LIMIT = 1\n',
      [`${at}/c/Star.kt`]: 'package a.c\n\ndata class Star(val id: Int)\n',
      [`${at}/c/Other.kt`]: 'package a.c\n\nenum class Other { A }\n',
      'src/main/java/a/j/Legacy.java': 'package a.j;\npublic class Legacy { a.b.Tool tool; }\n',
    });
    expect(edgesOf(graph)).toEqual([
      `src/main/java/a/j/Legacy.java -> ${at}/b/Tool.kt`,
      `${at}/Main.kt -> src/main/java/a/j/Legacy.java`,
      `${at}/Main.kt -> ${at}/Base.kt (same_package)`,
      `${at}/Main.kt -> ${at}/Owner.kt (same_package)`,
      `${at}/Main.kt -> ${at}/b/Open.kt`,
      `${at}/Main.kt -> ${at}/b/Tool.kt`,
      `${at}/Main.kt -> ${at}/c/Star.kt`,
    ]);
    expect(externalsOf(graph)).toEqual(['java.util (standard)', 'kotlin.math (standard)', 'org.lib.core']);
    expect(unresolvedOf(graph)).toEqual([`${at}/Main.kt: a.b.Gone`]);
  });

  test('a function of another module that is called like a type of the language is not what its files mean', async () => {
    const graph = await graphOf({
      'app/src/main/kotlin/a/App.kt': 'package a\n\nclass App { val text: String = Helper().text }\n',
      'testing/src/main/kotlin/a/Util.kt': 'package a\n\nfun String(vararg codes: Int): kotlin.String = ""\n',
      'testing/src/main/kotlin/a/Helper.kt': 'package a\n\nclass Helper { val text = "" }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'app/src/main/kotlin/a/App.kt -> testing/src/main/kotlin/a/Helper.kt (same_package)',
    ]);
  });
});
