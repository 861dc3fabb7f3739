/** A backup, restore or copy that is turned down; the text says why and what to do, and holds no password. */
export class TransferRefusal extends Error {
  override readonly name = 'TransferRefusal';
}
