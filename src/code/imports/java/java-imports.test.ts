import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of Java', () => {
  test('types lead to the files that declare them', async () => {
    const graph = await graphOf({
      'src/main/java/a/Main.java': `package a;
import a.b.Tool;
import a.b.Tool.Inner;
import static a.b.Consts.ONE;
import a.c.*;
import java.util.List;
import org.lib.core.Thing;
import a.b.Generated;
class Main extends Base {
  // Unused
  String text = "Ghost";
  Star star; Owner.Nested nested; a.d.Far far;
}
`,
      'src/main/java/a/Base.java': 'package a;\nclass Base { }\nclass Owner { class Main { } }\n',
      'src/main/java/a/Ghost.java': 'package a; class Ghost { }',
      'src/main/java/a/Unused.java': 'package a; class Unused { }',
      'src/main/java/a/b/Tool.java': 'package a.b;\npublic class Tool { static class Inner { } }',
      'src/main/java/a/b/Consts.java': 'package a.b;\npublic interface Consts { int ONE = 1; }',
      'src/main/java/a/c/Star.java': 'package a.c;\npublic record Star() { }',
      'src/main/java/a/c/Other.java': 'package a.c;\npublic enum Other { }',
      'src/main/java/a/d/Far.java': 'package a.d;\npublic class Far { }',
    });
    const at = 'src/main/java/a';
    expect(edgesOf(graph)).toEqual([
      `${at}/Main.java -> ${at}/Base.java (same_package)`,
      `${at}/Main.java -> ${at}/b/Consts.java`,
      `${at}/Main.java -> ${at}/b/Tool.java`,
      `${at}/Main.java -> ${at}/c/Star.java`,
      `${at}/Main.java -> ${at}/d/Far.java`,
    ]);
    expect(externalsOf(graph)).toEqual(['java.util (standard)', 'org.lib.core']);
    expect(unresolvedOf(graph)).toEqual([`${at}/Main.java: a.b.Generated`]);
  });

  test('of the languages of one machine each has its own library, and what left the JDK is a dependency', async () => {
    const named = 'import javax.xml.bind.JAXB;\nimport javax.xml.parsers.SAXParser;\n';
    const languages = 'import kotlin.Unit\nimport scala.concurrent.Future\n';
    const graph = await graphOf({
      'a/A.java': `package a;\n${named}${languages.replaceAll('\n', ';\n')}class A { }`,
      'b/B.kt': 'package b\nimport kotlin.math.abs\n',
      'c/C.scala': 'package c\nimport scala.collection.mutable.Map\n',
    });
    expect(externalsOf(graph)).toEqual([
      'javax.xml.bind',
      'javax.xml.parsers (standard)',
      'kotlin',
      'kotlin.math (standard)',
      'scala.collection.mutable (standard)',
      'scala.concurrent',
    ]);
  });

  test('a name that a star may bring from outside is not the type of another module, nor of another folder', async () => {
    const graph = await graphOf({
      'one/src/main/java/p/A.java': 'package p;\nimport org.lib.*;\nclass A { Node node; Own own; }',
      'one/src/main/java/p/Own.java': 'package p;\nclass Own { Node node; }',
      'two/src/main/java/p/Node.java': 'package p;\nclass Node { }',
      'x/Main.java': 'class Main { Task task; }',
      'y/Task.java': 'class Task { }',
    });
    expect(edgesOf(graph)).toEqual([
      'one/src/main/java/p/A.java -> one/src/main/java/p/Own.java (same_package)',
      'one/src/main/java/p/Own.java -> two/src/main/java/p/Node.java (same_package)',
    ]);
  });

  test('an imported type is not the one of the same package, and of two the one of the same module counts', async () => {
    const graph = await graphOf({
      'one/src/main/java/p/A.java': 'package p;\nimport org.lib.Node;\nclass A { Node node; Twin twin; }',
      'one/src/main/java/p/Node.java': 'package p;\nclass Node { }',
      'one/src/main/java/p/Twin.java': 'package p;\nclass Twin { }',
      'two/src/main/java/p/Twin.java': 'package p;\nclass Twin { }',
      'one/src/test/java/p/ATest.java': 'package p;\nclass ATest { A a; Twin twin; }',
    });
    expect(edgesOf(graph)).toEqual([
      'one/src/main/java/p/A.java -> one/src/main/java/p/Twin.java (same_package)',
      'one/src/test/java/p/ATest.java -> one/src/main/java/p/A.java (same_package)',
      'one/src/test/java/p/ATest.java -> one/src/main/java/p/Twin.java (same_package)',
    ]);
  });

  test('a star does not bring what is imported by its name from elsewhere', async () => {
    const graph = await graphOf({
      'src/a/Main.java': 'package a;\n\nimport b.Tool;\nimport c.*;\n\nclass Main { Tool tool; Rest rest; }\n',
      'src/b/Tool.java': 'package b;\n\npublic class Tool { }\n',
      'src/c/Tool.java': 'package c;\n\npublic class Tool { }\n',
      'src/c/Rest.java': 'package c;\n\npublic class Rest { }\n',
    });
    expect(edgesOf(graph)).toEqual(['src/a/Main.java -> src/b/Tool.java', 'src/a/Main.java -> src/c/Rest.java']);
  });

  test('an import begins at the unnamed package, whatever the package of the file holds', async () => {
    const graph = await graphOf({
      'src/main/java/a/Main.java':
        'package a;\nimport util.Text;\nimport other.*;\nclass Main { Text text; Star star; }\n',
      'src/main/java/a/util/Text.java': 'package a.util;\npublic class Text { }\n',
      'src/main/java/a/other/Star.java': 'package a.other;\npublic class Star { }\n',
    });
    expect(edgesOf(graph)).toEqual([]);
    expect(externalsOf(graph)).toEqual(['other', 'util']);
  });

  test('what a build makes right below a package of the project is no package of others', async () => {
    const graph = await graphOf({
      'src/main/java/A.java': 'package org.acme.shop.group;\nimport org.acme.shop.group.generated.Key;\nclass A {}\n',
      'core/src/main/scala/B.scala': 'package shop\nimport org.acme.shop.group.v1.Value\nclass B\n',
      'src/main/java/C.java': 'package org.apache.zookeeper;\nimport org.apache.zookeeper.client.Zk;\nclass C {}\n',
      'src/main/java/D.java': 'package org.acme.shop;\nimport org.acme.other.group.Key;\nclass D {}\n',
    });
    expect(externalsOf(graph)).toEqual(['org.acme.other.group', 'org.apache.zookeeper.client']);
    expect(unresolvedOf(graph)).toEqual([
      'core/src/main/scala/B.scala: org.acme.shop.group.v1.Value',
      'src/main/java/A.java: org.acme.shop.group.generated.Key',
    ]);
  });

  test('a package to which one file of the project only adds is still the one of others, another is the own one', async () => {
    const graph = await graphOf({
      'src/main/kotlin/own/app/Main.kt':
        'package own.app\n\nimport org.tool.dsl.assign\nimport org.tool.dsl.*\nimport com.lib.Tool\nimport com.lib.Gone\nimport own.app.Lost\n',
      'src/main/kotlin/own/app/Other.kt': 'package own.app\n\nclass Other\n',
      'src/main/kotlin/patch.kt': 'package org.tool.dsl\n\nfun patched() {}\n',
      'src/main/kotlin/com/lib/Tool.kt': 'package com.lib\n\nimport com.lib.Made\n\nclass Tool\n',
    });
    expect(externalsOf(graph)).toEqual(['org.tool.dsl']);
    expect(unresolvedOf(graph)).toEqual([
      'src/main/kotlin/com/lib/Tool.kt: com.lib.Made',
      'src/main/kotlin/own/app/Main.kt: com.lib.Gone',
      'src/main/kotlin/own/app/Main.kt: own.app.Lost',
    ]);
  });
});
