import { expect, test } from 'vitest';
import { goMentions } from './imports/go/mentions.ts';
import { javaMentions } from './imports/java/mentions.ts';
import { pythonMentions } from './imports/python/mentions.ts';
import { analyseTestFile } from './test-evidence/analyse-test-file.ts';
import { parseRunnerOutput } from './test-evidence/output/parse-output.ts';

/** Everything after which `^` matches with the flag m, many times over: by the square it would be minutes. */
const BREAKS = ['\n', '\r', '\r\n', '\u2028', '\u2029', ' \n', '\t\r'].map((text) => text.repeat(150_000));

test.each(BREAKS)('nothing but line breaks takes no reader of code or of output long (%#)', (text) => {
  expect(goMentions(text, text).mentions).toEqual([]);
  expect(javaMentions(text).imports).toEqual([]);
  expect(pythonMentions(text, text).mentions).toEqual([]);
  expect(parseRunnerOutput(text)).toBeNull();
  for (const path of ['a/ATest.java', 'test_a.py', 'a_test.go', 'a.test.ts']) {
    expect(analyseTestFile({ path, text }).cases).toEqual([]);
  }
});
