import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `line evidence` of the file that uses. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.filter(({ file }) => file.includes('use')).map(({ line, edge }) => `${line} ${edge?.evidence}`);
};

const PHP = {
  'Log.php': '<?php\nclass Log\n{\n    public function write()\n    {\n    }\n}\n',
  'Mail.php': '<?php\nclass Mail\n{\n    public function write()\n    {\n    }\n}\n',
};

test('a field of PHP has the type of the parameter that is put into it, whatever that is called', async () => {
  const php = (put: string): FileSpecs => ({
    ...PHP,
    'use.php': `<?php\nclass Use1\n{\n    private $log;\n    public function __construct(Log $to, Mail $mail)\n    {\n        ${put}\n    }\n    public function run()\n    {\n        $this->log->write();\n    }\n}\n`,
  });
  expect(await uses(php('$this->log = $to;'), 'Log/write')).toEqual(['11 exact']);
  expect(await uses(php('$this->log = $to;'), 'Mail/write')).toEqual([]);
  expect(await uses(php('$this->log = $to; $this->log = $mail;'), 'Log/write')).toEqual(['11 name']);
  expect(await uses(php('$this->log = $to; $this->log = make($to);'), 'Log/write')).toEqual(['11 name']);
  expect(await uses(php('$to = other(); $this->log = $to;'), 'Log/write')).toEqual(['11 name']);
});

test('so has one of Python', async () => {
  const python = (put: string): FileSpecs => ({
    'log.py': 'class Log:\n    def write(self):\n        pass\n',
    'mail.py': 'class Mail:\n    def write(self):\n        pass\n',
    'use.py': `from log import Log\nfrom mail import Mail\n\n\nclass Use:\n    def __init__(self, to: Log, mail: Mail):\n        ${put}\n\n    def run(self):\n        self.log.write()\n`,
  });
  expect(await uses(python('self.log = to'), 'Log/write')).toEqual(['10 exact']);
  expect(await uses(python('self.log = to'), 'Mail/write')).toEqual([]);
  expect(await uses(python('self.log = to or mail'), 'Log/write')).toEqual(['10 name']);
  expect(await uses(python('self.log = to; self.log = mail'), 'Log/write')).toEqual(['10 name']);
  expect(await uses(python('self.log = to\n        self.a, self.log = mail'), 'Log/write')).toEqual(['11 name']);
});
