import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf } from '../../../../test/support/imports.ts';

describe('imports of Swift', () => {
  test('a target that is written in C is a module of the project, and its header stands for it', async () => {
    const graph = await graphOf({
      'Package.swift': `let package = Package(name: "Shop", targets: [
  .target(name: "Shop", dependencies: ["CShop", "CShims", "CNone"]),
  .target(name: "CShop"),
  .systemLibrary(name: "CShims", path: "Modules/CShims"),
  .target(name: "CNone"),
])
`,
      'Sources/Shop/App.swift': 'import CShop\nimport CShims\nimport CNone\nimport CZlib\n',
      'Sources/CShop/a.h': '',
      'Sources/CShop/shop.c': '#include "CShop.h"\n',
      'Sources/CShop/include/CShop.h': '',
      'Modules/CShims/module.modulemap': '',
      'Modules/CShims/shims.h': '',
      'Sources/CNone/none.c': '',
    });
    expect(edgesOf(graph)).toEqual([
      'Sources/CShop/shop.c -> Sources/CShop/include/CShop.h',
      'Sources/Shop/App.swift -> Modules/CShims/shims.h',
      'Sources/Shop/App.swift -> Sources/CShop/include/CShop.h',
    ]);
    expect(externalsOf(graph)).toEqual(['CZlib']);
  });

  test('a target is found however much it depends on, and what it depends on is named, not written', async () => {
    const products = Array.from({ length: 80 }, (_, at) => `.product(name: "P${at}", package: "far-package"),`);
    const graph = await graphOf({
      'Package.swift': `let package = Package(name: "Shop", targets: [
  .target(name: "Shop", dependencies: [${products.join('\n')} /* path: "Old" */ .target(name: "Store")], path: "App"),
  .target(name: "Store", path: "Modules/Store"),
  .testTarget(name: "ShopTests", dependencies: ["Shop"]),
])
`,
      'App/App.swift': 'import Store\nstruct App {\n  let cart: Cart\n}\n',
      'Modules/Store/Cart.swift': 'public struct Cart {}\n',
      'Tests/ShopTests/AppTests.swift': 'import Shop\nlet app: App\n',
    });
    expect(edgesOf(graph)).toEqual([
      'App/App.swift -> Modules/Store/Cart.swift',
      'Tests/ShopTests/AppTests.swift -> App/App.swift',
    ]);
    expect(externalsOf(graph)).toEqual([]);
  });

  test('what a catalogue of documentation shows is in no module', async () => {
    const graph = await graphOf({
      'Package.swift': 'let package = Package(name: "Shop", targets: [\n  .target(name: "Shop"),\n])\n',
      'Sources/Shop/App.swift': 'struct App {\n  let cart: Cart\n}\n',
      'Sources/Shop/Shop.docc/01-code-0001.swift': 'import Shop\nstruct Cart {\n  let app: App\n}\n',
      'Sources/Shop/Shop.docc/01-code-0002.swift': 'struct Step {\n  let cart: Cart\n}\n',
    });
    expect(edgesOf(graph)).toEqual(['Sources/Shop/Shop.docc/01-code-0001.swift -> Sources/Shop/App.swift']);
  });

  test('targets by thousands are not looked for among all files, nor files among all targets', async () => {
    // Who does takes minutes for these, which no time limit of a test allows.
    const numbers = Array.from({ length: 19_000 }, (_, at) => at);
    const rows = numbers.map((at) => `.target(name: "T${at}"${at % 2 === 0 ? ', path: "Sources/C"' : ''}),\n`);
    const graph = await graphOf({
      'Package.swift': rows.join(''),
      'Sources/T1/a.swift': 'import T2\nimport T8000\n',
      'Sources/C/T8000.h': '',
      ...Object.fromEntries(numbers.map((at) => [`Sources/C/A${at}.h`, ''])),
    });
    expect(edgesOf(graph)).toEqual(['Sources/T1/a.swift -> Sources/C/A0.h', 'Sources/T1/a.swift -> Sources/C/T8000.h']);
  });

  test('types of a module need no import, those of another target are led there by one', async () => {
    const graph = await graphOf({
      'Package.swift': `import PackageDescription
let package = Package(name: "Shop", targets: [
  .target(name: "Shop", dependencies: ["Store"]),
  // .target(name: "Old"),
  .target(name: "Store", path: "Modules/Store"),
  .testTarget(name: "ShopTests", dependencies: ["Shop"]),
])
`,
      'Sources/Shop/App.swift': `import struct Foundation.Data
import Store
@testable import Other

public final class App<Key: Hashable>: Base {
  // Unused
  let text = "Ghost"
  func run(_ item: Item, key: Key) -> Hidden { Cart() }
}
`,
      'Sources/Shop/Base.swift': 'class Base { struct Cart { } }\nclass Key { }\n',
      'Sources/Shop/Ghost.swift': 'class Ghost { }\nclass Unused { }\nprivate struct Hidden { }\n',
      'Modules/Store/Item.swift': 'public struct Item { }\n',
      'Modules/Store/Cart.swift': 'public struct Cart { let item: Item }\n',
      'Tests/ShopTests/AppTests.swift':
        'import XCTest\n@testable import Shop\nfinal class AppTests: XCTestCase { let app: App? = nil; let item: Item? = nil }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'Modules/Store/Cart.swift -> Modules/Store/Item.swift (same_package)',
      'Sources/Shop/App.swift -> Modules/Store/Cart.swift',
      'Sources/Shop/App.swift -> Modules/Store/Item.swift',
      'Sources/Shop/App.swift -> Sources/Shop/Base.swift (same_package)',
      'Tests/ShopTests/AppTests.swift -> Sources/Shop/App.swift',
    ]);
    expect(externalsOf(graph)).toEqual([
      'Foundation (standard)',
      'Other',
      'PackageDescription (standard)',
      'XCTest (standard)',
    ]);
  });

  test('a macro leads to the type of the plugin that it names with its module', async () => {
    const graph = await graphOf({
      'Package.swift':
        'let package = Package(targets: [\n  .macro(name: "KitPlugin"),\n  .target(name: "Kit", dependencies: ["KitPlugin"]),\n])\n',
      'Sources/Kit/Kit.swift': `@attached(peer)
public macro Box() = #externalMacro(
    module: "KitPlugin",
    type: "BoxMacro",
)
public macro Line() = #externalMacro(module: "KitPlugin", type: "Gone")
// #externalMacro(module: "KitPlugin", type: "NotesMacro")
let text = "#externalMacro(module: KitPlugin, type: NotesMacro)"
public macro Else() = #externalMacro(module: "Other", type: "NotesMacro")
`,
      'Sources/KitPlugin/Box.swift': 'public struct BoxMacro: PeerMacro { }\n',
      'Sources/KitPlugin/Notes.swift': 'public struct NotesMacro { }\n',
    });
    expect(edgesOf(graph)).toEqual(['Sources/Kit/Kit.swift -> Sources/KitPlugin/Box.swift']);
    expect(graph.edges[0]?.line).toBe(2);
  });

  test('modules of the platforms and of the package manager are none of others', async () => {
    const graph = await graphOf({
      'Sources/Shop/App.swift': `#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Android)
import Android
#elseif os(WASI)
import WASILibc
#else
import CRT
import ucrt
import WinSDK
#endif
import Darwin.C
import CompilerPluginSupport
import PackagePlugin
import NIOCore
`,
    });
    expect(externalsOf(graph)).toEqual([
      'Android (standard)',
      'CRT (standard)',
      'CompilerPluginSupport (standard)',
      'Darwin (standard)',
      'Glibc (standard)',
      'NIOCore',
      'PackagePlugin (standard)',
      'WASILibc (standard)',
      'WinSDK (standard)',
      'ucrt (standard)',
    ]);
  });

  test('a use is named by a line where the type of the other file stands, not one that declares the name anew', async () => {
    const graph = await graphOf({
      'Sources/Shop/Keeps.swift': `public protocol Keeps<Row> {
  associatedtype Token
  associatedtype Mark: Hashable
  associatedtype Row
  func keep<Item: Hashable, Slot>(_ item: Item, at slot: Slot) -> Token
  func put<Box>(_ box: Box, token: Token)
}

extension Store {
}
`,
      'Sources/Shop/Pair.swift':
        'struct Pair<Left, Right> where Left: Hashable {\n  init<Inner>(_ one: Inner, all: Dictionary<Left, Slot>) {}\n}\n',
      'Sources/Shop/Store.swift':
        'public struct Store { }\npublic struct Token { }\npublic struct Row { }\npublic struct Mark { }\n',
      'Sources/Shop/Slot.swift': 'public struct Slot { }\npublic struct Box { }\npublic struct Item { }\n',
      'Sources/Shop/Left.swift': 'public struct Left { }\npublic struct Right { }\npublic struct Inner { }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'Sources/Shop/Keeps.swift -> Sources/Shop/Store.swift (same_package)',
      'Sources/Shop/Pair.swift -> Sources/Shop/Slot.swift (same_package)',
    ]);
    expect(graph.edges[0]?.line).toBe(9);
  });
});
