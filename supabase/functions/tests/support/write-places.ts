/** A value of a MaxMind database: https://maxmind.github.io/MaxMind-DB/ */
type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const MARKER = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
const RECORD_BYTES = 3;

function control(type: number, size: number): Buffer {
  if (size > 28) throw new Error('A value of the test is too long');
  return Buffer.from(type < 8 ? [(type << 5) | size] : [size, type - 7]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  const parts = entries.flatMap(([key, each]) => [encode(key), encode(each)]);
  return Buffer.concat([control(7, entries.length), ...parts]);
}

/**
 * Writes a MaxMind database of IPv4 networks with 24 bits.
 * @param networks the record of each network, by its first three numbers, e.g. `203.0.113`
 */
export function writePlaces(type: string, networks: Readonly<Record<string, Value>>): Buffer {
  const nodes: (number | undefined)[][] = [[]];
  const leaves: [node: number, bit: number, offset: number][] = [];
  const data: Buffer[] = [];
  for (const [network, value] of Object.entries(networks)) {
    const bits = network
      .split('.')
      .flatMap((part) => [...Number(part).toString(2).padStart(8, '0')]);
    let node = 0;
    for (const [index, text] of bits.entries()) {
      const bit = Number(text);
      if (index === bits.length - 1) leaves.push([node, bit, Buffer.concat(data).length]);
      else node = (nodes[node] ?? [])[bit] ??= nodes.push([]) - 1;
    }
    data.push(encode(value));
  }
  for (const [node, bit, offset] of leaves) (nodes[node] ?? [])[bit] = nodes.length + 16 + offset;
  const tree = Buffer.alloc(nodes.length * 2 * RECORD_BYTES);
  for (const [index, records] of nodes.entries())
    for (const bit of [0, 1])
      tree.writeUIntBE(
        records[bit] ?? nodes.length,
        (index * 2 + bit) * RECORD_BYTES,
        RECORD_BYTES,
      );
  const metadata = encode({
    node_count: nodes.length,
    record_size: RECORD_BYTES * 8,
    ip_version: 4,
    database_type: type,
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'Test' },
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, MARKER, metadata]);
}
