import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of C and C++', () => {
  test('lead to the file beside, to one below a folder of headers, and to the only one of its name', async () => {
    const graph = await graphOf({
      'src/main.c': `#include <stdio.h>
#include <sys/epoll.h>
# include "util.h" // the one beside
#include <lib/list.h>
#include "deep.h"
#include "twice.h"
#include "gone.h"
#include <openssl/ssl.h>
#include "lib/config.h"
#include CONFIG_HEADER
/* #include "ghost.h" */
// #include "ghost.h"
const char *text = "#include \\"ghost.h\\"";
`,
      'src/util.h': '#pragma once\n#include "../include/lib/list.h"\n',
      'src/ghost.h': '',
      'util.h': '',
      'include/lib/list.h': '',
      'include/lib/config.h.in': '',
      'other/place/deep.h': '',
      'one/twice.h': '',
      'two/twice.h': '',
    });
    expect(edgesOf(graph)).toEqual([
      'src/main.c -> include/lib/config.h.in (named)',
      'src/main.c -> include/lib/list.h',
      'src/main.c -> other/place/deep.h (named)',
      'src/main.c -> src/util.h',
      'src/util.h -> include/lib/list.h',
    ]);
    expect(externalsOf(graph)).toEqual(['openssl', 'stdio.h (standard)', 'sys/epoll.h (standard)']);
    expect(unresolvedOf(graph)).toEqual(['src/main.c: twice.h', 'src/main.c: gone.h']);
  });

  test('a header in angles is not looked for beside the file, and one of C++ has its library', async () => {
    const graph = await graphOf({
      'src/app.cpp': '#include <vector>\n#include <boost/asio.hpp>\n#include <core/app.hpp>\n#include "app.hpp"\n',
      'src/app.hpp': '',
      'include/core/app.hpp': '#include <string>\n',
      'src/vector': '',
    });
    expect(edgesOf(graph)).toEqual(['src/app.cpp -> include/core/app.hpp', 'src/app.cpp -> src/app.hpp']);
    expect(externalsOf(graph)).toEqual(['boost', 'string (standard)', 'vector (standard)']);
  });

  test('headers of a project of C++ are C++', async () => {
    const graph = await graphOf({
      'src/app.cc': '#include "app.h"\n',
      'src/app.h': '#include <vector>\n',
      'src/x.cc': '',
    });
    expect(graph.externals.map(({ name, language }) => [name, language])).toEqual([['vector', 'C++']]);
    expect(new Set(graph.units.map(({ language }) => language))).toEqual(new Set(['C++']));
  });

  test("headers of systems and compilers are nobody's packages", async () => {
    const names = [
      'ciso646 cxxabi.h crtdbg.h crt_externs.h mach/vm_map.h sys/anything.h android/log.h windows.h winsock2.h',
      'ws2tcpip.h io.h direct.h intrin.h linux/fs.h asm/types.h machine/endian.h libkern/OSAtomic.h',
      'TargetConditionals.h Availability.h bits/stdc++.h tr1/memory ext/hash_map Foundation/Foundation.h',
      'ext/stdio_filebuf.h ext/pb_ds/assoc_container.hpp experimental/optional ioLib.h acxx_demangle.h mem.h devctl.h',
      'procinfo.h pthread_np.h os/lock.h CoreFoundation/CFString.h net/if_dl.h netinet/tcp_var.h zircon/process.h vxWorks.h',
    ].flatMap((line) => line.split(' '));
    const text = [...names, 'zlib.h', 'absl/log.h', 'ext/own.h', 'os/own.h', 'net/server.h']
      .map((name) => `#include <${name}>\n`)
      .join('');
    const externals = externalsOf(await graphOf({ 'a.cc': text }));
    expect(externals.filter((name) => !name.endsWith('(standard)'))).toEqual(['absl', 'ext', 'net', 'os', 'zlib.h']);
    expect(externals.length).toBe(names.length + 5);
  });

  test('a header of the project is its own, though its folder is called as one of a system', async () => {
    const graph = await graphOf({ 'a.c': '#include <mach/board.h>\n', 'include/mach/board.h': '' });
    expect(edgesOf(graph)).toEqual(['a.c -> include/mach/board.h']);
  });
});
