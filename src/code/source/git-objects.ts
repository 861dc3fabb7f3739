import { makeBatch, type ObjectInfo } from './git-batch.ts';

/** Objects of one repository by their ids. Requests are pipelined; the processes end when idle. */
export interface ObjectReader {
  /** Null for an object that is not there. */
  info(id: string): Promise<ObjectInfo | null>;
  /** The bytes; ask `info` first, since the whole object is held in memory. Null when it is not there, or larger. */
  bytes(id: string, bytesMax: number): Promise<Buffer | null>;
  close(): void;
}

/** Opens the objects of a git directory by `git cat-file`, which is started when first needed, and is nobody else's. */
export function openObjects(gitDirectory: string): ObjectReader {
  const infos = makeBatch(gitDirectory, '--batch-check');
  const contents = makeBatch(gitDirectory, '--batch');
  return {
    async info(id) {
      const answer = await infos.ask(id, 0);
      return answer?.info ?? null;
    },
    async bytes(id, bytesMax) {
      const answer = await contents.ask(id, bytesMax);
      return answer?.content ?? null;
    },
    close() {
      infos.close();
      contents.close();
    },
  };
}
