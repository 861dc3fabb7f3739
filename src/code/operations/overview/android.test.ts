import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { readAndroid } from './android.ts';

const launched = `<intent-filter>
  <action android:name="android.intent.action.MAIN" />
  <category android:name="android.intent.category.LAUNCHER" />
</intent-filter>`;
const manifest = (inner: string): string =>
  `<manifest xmlns:android="http://schemas.android.com/apk/res/android">\n<application>\n${inner}\n</application>\n</manifest>\n`;

test('an app of Android begins with what its launcher starts, by the manifest of its main sources alone', async () => {
  const { entryPoints } = await factSheetOf(
    {
      'app/src/main/AndroidManifest.xml': manifest(
        `<activity android:name=".Other" />
<activity
    android:name=".ui.MainActivity">${launched}</activity>
<activity-alias android:name=".Old" android:targetActivity=".ui.MainActivity">${launched}</activity-alias>`,
      ),
      'app/src/main/kotlin/com/acme/ui/MainActivity.kt': 'class MainActivity\n',
      'app/src/main/kotlin/com/acme/old/MainActivity.kt': 'class MainActivity\n',
      'tool/src/main/AndroidManifest.xml': manifest(`<activity android:name="com.acme.Gone">${launched}</activity>`),
      'lib/src/main/AndroidManifest.xml': manifest('<activity android:name=".Shown" />'),
      'app/src/debug/AndroidManifest.xml': manifest(`<activity android:name=".Debug">${launched}</activity>`),
      'bad/src/main/AndroidManifest.xml': `<manifest>${launched}`,
      'samples/a/src/main/AndroidManifest.xml': manifest(`<activity android:name=".A">${launched}</activity>`),
    },
    readAndroid,
  );
  expect(entryPoints.map(({ kind, name, file, line, target }) => [kind, name, `${file}:${line}`, target])).toEqual([
    [
      'main',
      'MainActivity (Android)',
      'app/src/main/AndroidManifest.xml:4',
      'app/src/main/kotlin/com/acme/ui/MainActivity.kt',
    ],
    ['main', 'Gone (Android)', 'tool/src/main/AndroidManifest.xml:3', null],
  ]);
});

test('a class that the manifest names with its package leads to no other class of that name', async () => {
  const { entryPoints } = await factSheetOf(
    {
      'app/src/main/AndroidManifest.xml': manifest(
        `<activity android:name="com.far.Main">${launched}</activity>
<activity android:name="com.acme.ui.Start">${launched}</activity>`,
      ),
      'app/src/main/java/com/acme/Main.java': 'class Main {}\n',
      // What all packages of a module have in common may be left out of its folders in Kotlin.
      'app/src/main/kotlin/ui/Start.kt': 'class Start\n',
    },
    readAndroid,
  );
  expect(entryPoints.map(({ name, target }) => [name, target])).toEqual([
    ['Main (Android)', null],
    ['Start (Android)', 'app/src/main/kotlin/ui/Start.kt'],
  ]);
});
