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

  test('a framework of the project is no package of others to its own files', async () => {
    const graph = await graphOf({
      'Shop/Shop.h': '#import <Shop/Cart.h>\n#import <Shop/Gone.h>\n#import <Other/Cart.h>\n',
      'Shop/Runtime/include/Cart.h': '',
      'App/main.m': '#import <Shop/Cart.h>\n',
    });
    expect(edgesOf(graph)).toEqual(['Shop/Shop.h -> Shop/Runtime/include/Cart.h (named)']);
    expect(externalsOf(graph)).toEqual(['Other', 'Shop']);
  });

  test("headers of systems and compilers are nobody's packages", async () => {
    const names = [
      'ciso646 cxxabi.h crtdbg.h crt_externs.h mach/vm_map.h sys/anything.h android/log.h windows.h winsock2.h processenv.h libintl.h',
      'ws2tcpip.h io.h direct.h intrin.h linux/fs.h asm/types.h machine/endian.h libkern/OSAtomic.h objc/runtime.h',
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

  test('stand wherever code does, and not in comments, strings and raw strings around the last of them', async () => {
    const graph = await graphOf({
      'late.c': '#include "a.h"\nint x;\n#if X\n#  include "b.h"\n#endif\n/*\n#include "ghost.h"\n*/\nint y;\n',
      'string.c': 'char *text = "\\\n#include \\"a.h\\"\\n\\\n#include <ghost.h>\\n\\\n";\n#include "b.h"',
      'open.c': '#include "a.h"\nchar *text = "\\\n#include <ghost.h>\\n\\\n";\n',
      'raw.cc': '#include "a.h"\nauto text = R"(\n#include <ghost.h>\n)";\n',
      'a.h': '',
      'b.h': '',
      'ghost.h': '',
    });
    expect(edgesOf(graph)).toEqual([
      'late.c -> a.h',
      'late.c -> b.h',
      'open.c -> a.h',
      'raw.cc -> a.h',
      'string.c -> b.h',
    ]);
  });

  describe('of a kernel, whose headers are called as the installed ones of Linux', () => {
    const KERNEL = {
      Kbuild: '',
      'include/linux/list.h': '',
      'include/linux/types.h': '#include <uapi/linux/types.h>\n',
      'include/uapi/linux/types.h': '',
      'include/uapi/linux/if.h': '',
      'arch/x86/include/asm/io.h': '',
      'arch/arm/include/asm/io.h': '',
      'tools/include/linux/list.h': '',
    };

    test('lead to the nearest headers that are told to compilers', async () => {
      const graph = await graphOf({
        ...KERNEL,
        'net/core.c': '#include <linux/list.h>\n#include <linux/types.h>\n#include <linux/if.h>\n',
        'arch/x86/mm.c': '#include <asm/io.h>\n',
      });
      expect(edgesOf(graph)).toEqual([
        'arch/x86/mm.c -> arch/x86/include/asm/io.h',
        'include/linux/types.h -> include/uapi/linux/types.h',
        'net/core.c -> include/linux/list.h',
        'net/core.c -> include/linux/types.h',
        'net/core.c -> include/uapi/linux/if.h',
      ]);
    });

    test("are no program's, which includes the installed ones or, as its name tells alone, a copy of its own", async () => {
      const graph = await graphOf({
        ...KERNEL,
        'samples/show.c': '#include <stdio.h>\n#include <linux/types.h>\n',
        'tools/perf/list.c': '#include <stdlib.h>\n#include <linux/list.h>\n#include <linux/if.h>\n',
      });
      expect(edgesOf(graph).filter((edge) => !edge.startsWith('include/'))).toEqual([
        'tools/perf/list.c -> tools/include/linux/list.h (named)',
      ]);
      expect(externalsOf(graph)).toContain('linux/if.h (standard)');
    });

    test('of an architecture are not known where each has its own, or none has them', async () => {
      const graph = await graphOf({ ...KERNEL, 'drivers/port.c': '#include <asm/io.h>\n#include <asm/none.h>\n' });
      expect(edgesOf(graph).filter((edge) => edge.startsWith('drivers/'))).toEqual([]);
      expect(unresolvedOf(graph)).toEqual(['drivers/port.c: asm/io.h', 'drivers/port.c: asm/none.h']);
      expect(externalsOf(graph)).toEqual([]);
    });

    test('are not resolved where a build makes them', async () => {
      const graph = await graphOf({ ...KERNEL, 'init/main.c': '#include <generated/utsrelease.h>\n' });
      expect([externalsOf(graph), unresolvedOf(graph)]).toEqual([[], ['init/main.c: generated/utsrelease.h']]);
    });

    test("are the system's where a project has no such headers", async () => {
      const graph = await graphOf({ 'src/x.c': '#include <linux/fs.h>\n', 'src/fs.h': '', 'other/linux/fs.h': '' });
      expect([edgesOf(graph), externalsOf(graph)]).toEqual([[], ['linux/fs.h (standard)']]);
    });

    test('that a library brings along are its own', async () => {
      const graph = await graphOf({
        'src/bpf.c': '#include <stdio.h>\n#include <linux/bpf.h>\n#include <linux/fs.h>\n',
        'include/uapi/linux/bpf.h': '',
        'src/fs.h': '',
      });
      expect(edgesOf(graph)).toEqual(['src/bpf.c -> include/uapi/linux/bpf.h (named)']);
    });
  });

  test('a header of the project is its own, though its folder is called as one of a system', async () => {
    const graph = await graphOf({ 'a.c': '#include <mach/board.h>\n', 'include/mach/board.h': '' });
    expect(edgesOf(graph)).toEqual(['a.c -> include/mach/board.h']);
  });

  test('slashes of Windows, headers as modules, and what no compiler reads', async () => {
    const graph = await graphOf({
      'src/a.cpp': [
        '#include "..\\inc\\b.h"',
        '#if 0',
        '#include "gone.h"',
        '#ifdef X',
        '#include "gone.h"',
        '#endif',
        '#else // live',
        '#include "c.h"',
        '#endif',
        '#if 0x1',
        '#include "d.h"',
        '#endif',
        'import "e.h";',
        'export import <vector>;',
        '// import "gone.h";',
        'auto s = "import \\"gone.h\\";";',
        '',
      ].join('\n'),
      'src/c.h': '',
      'src/d.h': '',
      'src/e.h': '',
      'inc/b.h': '',
    });
    expect(edgesOf(graph)).toEqual([
      'src/a.cpp -> inc/b.h',
      'src/a.cpp -> src/c.h',
      'src/a.cpp -> src/d.h',
      'src/a.cpp -> src/e.h',
    ]);
    expect(externalsOf(graph)).toEqual(['vector (standard)']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('what a header is called hangs on the sources of the project, not on the folder that is asked about', async () => {
    const files = { 'lib/a.h': '', 'lib/a.c': '#include "a.h"\n', 'src/b.cpp': '', 'src/c.cpp': '' };
    const told = async (base: string) => {
      const graph = await graphOf(files, { base });
      return graph.units.find(({ path }) => path === 'lib/a.h')?.language;
    };
    expect([await told(''), await told('lib/')]).toEqual(['C++', 'C++']);
  });
});
