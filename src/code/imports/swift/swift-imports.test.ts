import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf } from '../../../../test/support/imports.ts';

describe('imports of Swift', () => {
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
});
