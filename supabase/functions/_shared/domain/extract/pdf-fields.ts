import type { TextPiece } from './pdf-layout.ts';
import { tickBox } from './symbol-text.ts';

/** The annotation of a page, as far as pdf.js describes it. */
interface Annotation {
  subtype?: unknown;
  annotationFlags?: unknown;
  rect?: unknown;
  fieldType?: unknown;
  fieldName?: unknown;
  fieldValue?: unknown;
  alternativeText?: unknown;
  checkBox?: unknown;
  radioButton?: unknown;
  exportValue?: unknown;
  buttonValue?: unknown;
  password?: unknown;
  options?: unknown;
  contentsObj?: unknown;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Converts a rectangle of the file to points from the top left corner of the page. */
export type ToBox = (rectangle: readonly number[]) => Box;

/** Flags of an annotation that the page does not show. */
const HIDDEN = 2 | 32;
const FONT_HEIGHT = 10;
/** The distances, in points, within which a text is the label of a field. */
const LABEL_LEFT = 250;
const LABEL_RIGHT = 25;

/** Returns the values of form fields, and texts that were written onto a page, where the page shows them. */
export function fieldPieces(
  annotations: readonly Annotation[],
  labels: readonly TextPiece[],
  toBox: ToBox,
): TextPiece[] {
  return annotations.flatMap((annotation) => {
    const value = annotationText(annotation);
    const rectangle = Array.isArray(annotation.rect) ? annotation.rect.map(Number) : [];
    if (value.trim() === '' || rectangle.length !== 4) return [];
    const box = toBox(rectangle);
    const isBox = annotation.checkBox === true || annotation.radioButton === true;
    const isField = annotation.subtype === 'Widget';
    const name = isField && !hasLabel(box, labels, isBox) ? fieldLabel(annotation) : '';
    const text = name === '' ? value : isBox ? `${value} ${name}` : `${name}: ${value}`;
    return linePieces(text, box);
  });
}

function annotationText(annotation: Annotation): string {
  const { subtype, annotationFlags, fieldType, fieldValue, contentsObj } = annotation;
  if ((Number(annotationFlags ?? 0) & HIDDEN) !== 0 || annotation.password === true) return '';
  if (subtype === 'FreeText') return textOf((contentsObj as { str?: unknown } | undefined)?.str);
  if (subtype !== 'Widget') return '';
  if (annotation.checkBox === true)
    return tickBox(fieldValue !== 'Off' && fieldValue === annotation.exportValue);
  if (annotation.radioButton === true)
    return tickBox(fieldValue !== null && fieldValue === annotation.buttonValue);
  if (fieldType === 'Ch') return choiceText(fieldValue, annotation.options);
  return fieldType === 'Tx' ? textOf(fieldValue) : '';
}

/** Returns the chosen entries of a list as the page shows them. */
function choiceText(value: unknown, options: unknown): string {
  const values = Array.isArray(value) ? value : [value];
  const list = Array.isArray(options)
    ? (options as { exportValue?: unknown; displayValue?: unknown }[])
    : [];
  return values
    .map((chosen) => {
      const option = list.find(({ exportValue }) => exportValue === chosen);
      return textOf(option?.displayValue) || textOf(chosen);
    })
    .filter((text) => text !== '')
    .join(', ');
}

function fieldLabel({ alternativeText, fieldName }: Annotation): string {
  return textOf(alternativeText).trim() || textOf(fieldName).replace(/^.*\./, '').trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns true if the page has a text where the label of a field is: before it, or after a tick box, or above it. */
function hasLabel(box: Box, labels: readonly TextPiece[], isBox: boolean): boolean {
  return labels.some(({ left, right, bottom, height }) => {
    const middle = bottom - height / 2;
    const isBeside = middle > box.top - height / 2 && middle < box.bottom + height / 2;
    if (isBeside && right <= box.left + 3 && box.left - right < LABEL_LEFT) return true;
    if (isBox) return isBeside && left >= box.right - 3 && left - box.right < LABEL_RIGHT;
    const isAbove = bottom <= box.top + 3 && box.top - bottom < 1.5 * height;
    return isAbove && Math.abs(left - box.left) < 2 * height;
  });
}

/** Returns a piece for each line of a value, from the top of its box. */
function linePieces(text: string, box: Box): TextPiece[] {
  const lines = text.split(/\r\n|\r|\n/);
  const height = Math.min(FONT_HEIGHT, (box.bottom - box.top) / Math.max(1, lines.length));
  const isSingle = lines.length === 1 && box.bottom - box.top < 3 * FONT_HEIGHT;
  const first = isSingle ? (box.top + box.bottom) / 2 + height * 0.35 : box.top + height;
  return lines.map((line, index) => ({
    text: line,
    left: box.left,
    right: Math.max(box.left + 1, Math.min(box.right, box.left + line.length * height * 0.5)),
    bottom: first + index * height * 1.2,
    height,
    isRightToLeft: false,
    isAfterSpace: true,
    isField: true,
  }));
}
