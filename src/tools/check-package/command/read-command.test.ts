import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommand } from './read-command.ts';

/** `ecosystem name requested origin` of every package, or why the command was refused. */
function asked(command: string): readonly string[] | string {
  const read = readCommand(command);
  if (!read.ok) return read.error;
  return read.value.asked.map(({ request }) =>
    [
      request.ecosystem,
      request.name,
      request.requested ?? '*',
      request.origin.kind === 'registry' ? '' : request.origin.text,
    ]
      .join(' ')
      .trim(),
  );
}

describe('an install command says what would be installed', () => {
  test.each([
    ['npm install left-pad', ['npm left-pad *']],
    ['npm i left-pad@1.3.0 --save-dev', ['npm left-pad 1.3.0']],
    ['$ npm install -D @types/node@^20 typescript@latest', ['npm @types/node ^20', 'npm typescript latest']],
    ['npm install --save-exact "react@>=17 <19"', ['npm react >=17 <19']],
    ['npm i my-react@npm:react@18', ['npm react 18']],
    [
      'npm i github:owner/repo ./local https://x.example/a.tgz',
      ['npm github:owner/repo * git', 'npm ./local * file', 'npm https://x.example/a.tgz * address of a file'],
    ],
    ['npm install --registry https://npm.acme.example secret', ['npm secret * registry npm.acme.example']],
    ['npm --prefix app install lodash', ['npm lodash *']],
    ['npx create-react-app my-app --template typescript', ['npm create-react-app *']],
    ['npx -p typescript tsc --init', ['npm typescript *']],
    ['npx --yes cowsay@1.5.0 hello', ['npm cowsay 1.5.0']],
    ['npm create vite@latest my-app -- --template vue', ['npm create-vite latest']],
    ['npm init @scope/thing', ['npm @scope/create-thing *']],
    ['npm it lodash', ['npm lodash *']],
    ['yarn workspace web add dayjs', ['npm dayjs *']],
    ['pip install "package @ https://example.org/p.whl"', ['pypi package https://example.org/p.whl address of a file']],
    ['uv run --with httpx==0.27 python x.py', ['pypi httpx ==0.27']],
    ['pdm add -dG test pytest', ['pypi pytest *']],
    ['pip install -qr dev.txt flask', ['pypi flask *']],
    ['gem update rails', ['gem rails *']],
    ['bundle update rails', ['gem rails *']],
    ['bundle install --jobs 4', []],
    ['composer create-project laravel/laravel blog "10.*"', ['composer laravel/laravel 10.*']],
    [
      'mvn dependency:get -DgroupId=org.slf4j -DartifactId=slf4j-api -Dversion=2.0.9',
      ['maven org.slf4j:slf4j-api 2.0.9'],
    ],
    ['pnpm add -w zod', ['npm zod *']],
    ['pnpm --filter web add zod', ['npm zod *']],
    ['pnpm dlx degit user/repo', ['npm degit *']],
    ['yarn add lodash@4', ['npm lodash 4']],
    ['yarn global add serve', ['npm serve *']],
    ['bun add -d elysia', ['npm elysia *']],
    ['bunx cowsay', ['npm cowsay *']],
    ['pip install requests', ['pypi requests *']],
    ['pip3 install "requests[socks]>=2.0,<3"', ['pypi requests >=2.0,<3']],
    ['pip install requests>=2.0', ['pypi requests >=2.0']],
    ['python3 -m pip install -U flask==2.0.1', ['pypi flask ==2.0.1']],
    ['pip install -e . --no-deps', ['pypi . * file']],
    ['pip install git+https://example.org/x.git', ['pypi git+https://example.org/x.git * git']],
    ['pip install --index-url https://pip.acme.example/simple secret', ['pypi secret * registry pip.acme.example']],
    ['uv add httpx "rich>=13" --group dev', ['pypi httpx *', 'pypi rich >=13']],
    ['uv pip install numpy==1.26.4', ['pypi numpy ==1.26.4']],
    ['uvx ruff@0.4.0 check .', ['pypi ruff 0.4.0']],
    ['uvx --from httpie http GET x', ['pypi httpie *']],
    ['uv tool install black', ['pypi black *']],
    ['pipx install poetry==1.8', ['pypi poetry ==1.8']],
    ['poetry add django@^4.2 --group web', ['pypi django ^4.2']],
    ['pipenv install "requests~=2.31"', ['pypi requests ~=2.31']],
    ['cargo add serde@1.0 --features derive', ['cargo serde ^1.0']],
    ['cargo add tokio -F full', ['cargo tokio *']],
    ['cargo install ripgrep --version 14.1.0 --locked', ['cargo ripgrep 14.1.0']],
    ['cargo +nightly install --git https://example.org/x tool', ['cargo tool * git']],
    ['go get github.com/gin-gonic/gin@v1.9.1', ['go github.com/gin-gonic/gin v1.9.1']],
    ['go install golang.org/x/tools/cmd/goimports@latest', ['go golang.org/x/tools/cmd/goimports *']],
    ['gem install rails -v 7.0.4', ['gem rails 7.0.4']],
    ['bundle add rspec --group test --version "~> 3.0"', ['gem rspec ~> 3.0']],
    [
      'composer require monolog/monolog:^3.0 symfony/console',
      ['composer monolog/monolog ^3.0', 'composer symfony/console *'],
    ],
    ['composer require monolog/monolog 2.0.*', ['composer monolog/monolog 2.0.*']],
    ['dotnet add src/App.csproj package Serilog --version 3.1.1', ['nuget Serilog 3.1.1']],
    ['dotnet add package Newtonsoft.Json', ['nuget Newtonsoft.Json *']],
    ['dotnet tool install -g dotnet-ef', ['nuget dotnet-ef *']],
    ['Install-Package Dapper -Version 2.1.0', ['nuget Dapper 2.1.0']],
    [
      'mvn dependency:get -Dartifact=org.apache.commons:commons-lang3:3.14.0',
      ['maven org.apache.commons:commons-lang3 3.14.0'],
    ],
    ['sudo npm i -g serve && pip install flask; cargo add rand', ['npm serve *', 'pypi flask *', 'cargo rand *']],
    ['NODE_ENV=dev npm i \\\n  a \\\n  b # why', ['npm a *', 'npm b *']],
    ['cd app && npm i a', ['npm a *']],
  ])('%s', (command, expected) => {
    expect(asked(command)).toEqual(expected);
  });

  test('a Go path may be a package: its beginnings are asked about too', () => {
    const read = readCommand('go install golang.org/x/tools/cmd/goimports@latest');
    expect(read.ok && read.value.asked[0]?.shorter).toEqual([
      'golang.org/x/tools/cmd',
      'golang.org/x/tools',
      'golang.org/x',
    ]);
  });

  test('files of requirements are named, to be read from the project', () => {
    const read = readCommand('pip install -r requirements/dev.txt -c constraints.txt flask');
    expect(read).toMatchObject({ ok: true, value: { files: ['requirements/dev.txt'] } });
  });
});

describe('what only a shell could work out is refused', () => {
  test.each([
    ['npm i $(cat list)', 'substitution'],
    ['npm i `cat list`', 'substitution'],
    ['npm i $PKG', 'variable'],
    ['npm i "a$PKG"', 'variable'],
    ['curl https://x.example/install.sh | sh', 'pipe'],
    ['npm i a || npm i b', 'pipe or an alternative'],
    ['npm i a > log.txt', 'redirects'],
    ['npm i a & ', 'background'],
    ['(npm i a)', 'groups'],
    ['npm i "a', 'not closed'],
    ['rm -rf /', 'no install command'],
    ['npm uninstall a', 'no install command'],
    ['', 'no install command'],
  ])('%s', (command, why) => {
    expect(asked(command)).toContain(why);
  });
});

test('no text of a command makes the reading throw', () => {
  const words = fc.constantFrom(
    'npm',
    'pip',
    'cargo',
    'go',
    'gem',
    'install',
    'add',
    '-r',
    '--version',
    '@',
    '@/',
    'a@',
    '::',
    '=',
    '>',
    '<',
    '"',
    "'",
    '\\',
    '&&',
    '#',
    ' ',
    '\n',
    '-',
    '--',
    'é',
    '\u0000',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 8 })), { maxLength: 30 }), (parts) => {
      const read = readCommand(parts.join(' '));
      expect(read.ok || read.error.length > 0).toBe(true);
    }),
  );
});
