import type { ZipEntry } from '../scan/zip-entries.ts';
import type { Allowance } from './allowance.ts';
import { readXml } from './read-xml.ts';
import { attribute } from './xml-pieces.ts';

/** The parts of an Office document by path, in lower case. */
export type Entries = ReadonlyMap<string, ZipEntry>;

/** A relationship of a part to another part of the document. */
export interface Relation {
  id: string;
  /** The last segment of its type, such as `header`: the segments before it differ between the versions of the format. */
  type: string;
  /** The path of the target, in lower case. */
  target: string;
}

/** Reads the relationships of a part, or of the document itself if `part` is empty. */
export async function readRelations(
  entries: Entries,
  part: string,
  allowance: Allowance,
): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const entry = entries.get(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const relations: Relation[] = [];
  for await (const pieces of readXml(entry, allowance)) {
    for (const piece of pieces) {
      if (piece.kind !== 'open' || piece.name !== 'Relationship') continue;
      const value = (name: string) => attribute(piece.attributes, name) ?? '';
      if (/^external$/i.test(value('TargetMode'))) continue;
      relations.push({
        id: value('Id'),
        type: value('Type').replace(/^.*\//, ''),
        target: resolvePath(folder, value('Target')),
      });
    }
  }
  return relations;
}

/** Returns the path of the main part: its name differs between programs. */
export async function mainPart(
  entries: Entries,
  usual: string,
  allowance: Allowance,
): Promise<string> {
  const relations = await readRelations(entries, '', allowance);
  const target = relations.find(({ type }) => type === 'officeDocument')?.target;
  return target !== undefined && entries.has(target) ? target : usual;
}

function resolvePath(folder: string, target: string): string {
  const path: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (segment === '..') path.pop();
    else if (segment !== '' && segment !== '.') path.push(segment);
  }
  return path.join('/').toLowerCase();
}
