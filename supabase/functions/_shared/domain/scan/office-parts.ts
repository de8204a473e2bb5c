import { Refused } from './refused.ts';
import { xmlElements } from './xml-elements.ts';

const MACRO_TYPES = /macroEnabled|macrosheet|vbaProject|vbaData/i;
const OBJECT_TYPES = /oleObject|activeX/i;
const XML_TYPES = /(wordprocessing|spreadsheet)ml\..*\+xml/i;
/**
 * External relationships that are allowed: a hyperlink that the user clicks, the workbook that a formula references.
 */
const HARMLESS_ELSEWHERE = /\/(hyperlink|externalLinkPath)$/i;
/** Relationships to an embedded document of any other kind, or to an object. */
const OBJECT_RELATIONS = /\/(aFChunk|oleObject|activeXControl(Binary)?|control)$/i;
const MACRO_RELATIONS = /\/(vbaProject|wordVbaData|xl(Intl)?Macrosheet)$/i;

/**
 * Reads the content types of a document's parts. Ignores the types that some programs list for extensions that no part
 * has.
 * @param names of the parts
 * @returns the content types of the parts
 * @throws Refused for parts with active content
 */
export function readContentTypes(bytes: Uint8Array, names: readonly string[]): string[] {
  const extensions = new Set(names.map((name) => name.replace(/^.*\./s, '').toLowerCase()));
  const types: string[] = [];
  for (const { name, attributes } of xmlElements(bytes)) {
    const extension = attributes.get('Extension')?.toLowerCase() ?? '';
    if (name !== 'Override' && !(name === 'Default' && extensions.has(extension))) continue;
    const type = attributes.get('ContentType') ?? '';
    if (MACRO_TYPES.test(type)) throw new Refused('macros');
    if (OBJECT_TYPES.test(type)) throw new Refused('embedded');
    const part = name === 'Override' ? attributes.get('PartName') : `.${extension}`;
    // Only parts with this extension are searched for fields and links.
    if (XML_TYPES.test(type) && !/\.xml$/i.test(part ?? '')) throw new Refused('damaged');
    types.push(type);
  }
  return types;
}

/**
 * Checks the relationships of a part. External targets are loaded when the document is opened: templates, frames,
 * pictures, objects.
 * @throws Refused
 */
export function checkRelations(bytes: Uint8Array): void {
  for (const { name, attributes } of xmlElements(bytes)) {
    if (name !== 'Relationship') continue;
    const type = attributes.get('Type') ?? '';
    if (MACRO_RELATIONS.test(type)) throw new Refused('macros');
    if (OBJECT_RELATIONS.test(type)) throw new Refused('embedded');
    const isElsewhere = /^external$/i.test(attributes.get('TargetMode') ?? '');
    if (isElsewhere && !HARMLESS_ELSEWHERE.test(type)) throw new Refused('elsewhere');
  }
}
