// Finds text that React could not update or remove once a browser has translated the page: translators replace each text
// node. Text that is the only content of an element is safe, since React then writes to the element.

/**
 * A node of the syntax tree (ESTree with JSX and TypeScript).
 * @typedef {any} Node
 */

const CONDITIONAL = 'Text next to content that comes and goes needs its own element.';
const DYNAMIC = 'Text that changes needs its own element, or one template string without siblings.';
const LOOSE = 'Text in a fragment or list needs its own element.';

/** Types that contain no text, so that the compiler keeps text out. */
const WITHOUT_TEXT = /^(Elements|ReactElement|Element|boolean)$/;

/** @param {Node} type annotation @returns {boolean} */
function isTypeWithoutText(type) {
  switch (type?.type) {
    case 'TSTypeAnnotation':
      return isTypeWithoutText(type.typeAnnotation);
    case 'TSUnionType':
      return type.types.every(isTypeWithoutText);
    case 'TSArrayType':
      return isTypeWithoutText(type.elementType);
    case 'TSFunctionType':
      return isTypeWithoutText(type.returnType);
    case 'TSTypeReference':
      return WITHOUT_TEXT.test(type.typeName.name ?? type.typeName.right?.name);
    default:
      return /^TS(Null|Undefined|Boolean)Keyword$/.test(type?.type);
  }
}

/**
 * Collects what the names of a file stand for: initial values, and the declared types of properties.
 * @param {Node} program
 */
function collectNames(program) {
  /** @type {Map<string, Node[]>} */
  const values = new Map();
  /** @type {Map<string, Node[]>} */
  const types = new Map();
  const add = (
    /** @type {Map<string, Node[]>} */ map,
    /** @type {string} */ name,
    /** @type {Node} */ node,
  ) => map.set(name, [...(map.get(name) ?? []), node]);
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      add(values, node.id.name, node.init);
    if (node.type === 'FunctionDeclaration' && node.id) add(values, node.id.name, node);
    if (node.type === 'TSPropertySignature' && node.key.name)
      add(types, node.key.name, node.typeAnnotation);
  });
  return { values, types };
}

/**
 * Visits all nodes of a tree.
 * @param {Node} node
 * @param {(node: Node) => unknown} visit returns false if what the node contains is not to be visited
 */
function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  if (typeof node?.type !== 'string' || visit(node) === false) return;
  for (const key in node)
    if (key !== 'parent' && typeof node[key] === 'object') walk(node[key], visit);
}

/** @param {Node} node @returns {boolean} whether translators leave an element's text as it is */
const isUntranslated = (node) =>
  node.openingElement?.attributes.some(
    (/** @type {Node} */ { name, value }) => name?.name === 'translate' && value?.value === 'no',
  ) ?? false;

/** @param {Node} text @returns whether JSX renders anything of it */
const isRendered = (text) => /[^\s]/.test(text.value) || !/\n/.test(text.value);

/** @param {Node} expression @returns whether it renders each of several items */
const isList = ({ type, callee }) =>
  type === 'ArrayExpression' || /^(map|flatMap|from)$/.test(callee?.property?.name);

/** @param {Node} callee of a function @returns {Node[]} what the function returns */
function getResults(callee) {
  if (callee.body?.type !== 'BlockStatement') return [callee.body];
  /** @type {Node[]} */
  const results = [];
  walk(callee.body.body, (node) => {
    if (node.type === 'ReturnStatement') results.push(node.argument);
  });
  return results;
}

/**
 * Finds bare text in the JSX of a file.
 * @param {Node} program
 * @returns {{ node: Node, message: string }[]}
 */
export function findBareText(program) {
  const { values, types } = collectNames(program);
  /** @type {Set<string>} names that are being resolved */
  const open = new Set();

  /** @param {Node} node @returns {boolean} whether an expression may render text */
  function mayBeText(node) {
    switch (node?.type) {
      case undefined:
      case 'JSXElement':
      case 'JSXFragment':
      case 'JSXEmptyExpression':
      case 'UnaryExpression':
        return false;
      case 'Literal':
        return node.value !== '' && /^(string|number)$/.test(typeof node.value);
      case 'LogicalExpression':
        return mayBeText(node.right) || (node.operator !== '&&' && mayBeText(node.left));
      case 'ConditionalExpression':
        return mayBeText(node.consequent) || mayBeText(node.alternate);
      case 'BinaryExpression':
        return node.operator === '+';
      case 'ChainExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        return mayBeText(node.expression);
      case 'ArrayExpression':
        return node.elements.some(mayBeText);
      case 'SpreadElement':
        return mayBeText(node.argument);
      case 'CallExpression':
        return mayReturnText(node);
      case 'Identifier':
        return mayNameText(node.name);
      case 'MemberExpression':
        return !(types.get(node.property.name)?.every(isTypeWithoutText) ?? false);
      default:
        return true;
    }
  }

  /** @param {string} name @returns {boolean} */
  function mayNameText(name) {
    if (name === 'undefined' || open.has(name)) return false;
    const found = values.get(name) ?? [];
    const declared = types.get(name) ?? [];
    if (found.length + declared.length === 0) return true;
    open.add(name);
    const result = found.some(mayBeText) || !declared.every(isTypeWithoutText);
    open.delete(name);
    return result;
  }

  /** @param {Node} call @returns {boolean} */
  function mayReturnText({ callee, arguments: given }) {
    if (/^(create|clone)Element$/.test(callee.name)) return false;
    const called = isList({ callee }) ? given.at(-1) : callee;
    if (/Function/.test(called?.type)) return mayFunctionReturnText(called);
    const name = called?.name ?? called?.property?.name;
    if (types.get(name)?.every(isTypeWithoutText)) return false;
    const known = (values.get(name) ?? []).filter(({ type }) => /Function/.test(type));
    return known.length === 0 || known.some(mayFunctionReturnText);
  }

  /** @param {Node} callee @returns {boolean} */
  const mayFunctionReturnText = (callee) =>
    !isTypeWithoutText(callee.returnType) && getResults(callee).some(mayBeText);

  /** @type {{ node: Node, message: string }[]} */
  const found = [];

  /** @param {Node} parent element or fragment */
  function checkChildren(parent) {
    const children = parent.children.filter((/** @type {Node} */ child) =>
      child.type === 'JSXText'
        ? isRendered(child)
        : child.expression?.type !== 'JSXEmptyExpression',
    );
    const isLoose = parent.type === 'JSXFragment';
    const isFixed = (/** @type {Node} */ child) =>
      child.type === 'JSXText' || child.expression?.type === 'Literal';
    const changes = children.some(
      (/** @type {Node} */ child) => child.type === 'JSXExpressionContainer' && !isFixed(child),
    );
    for (const child of children) {
      if (isFixed(child)) {
        if (isLoose) found.push({ node: child, message: LOOSE });
        else if (changes && children.length > 1) found.push({ node: child, message: CONDITIONAL });
      } else if (child.type === 'JSXExpressionContainer') {
        if (!mayBeText(child.expression)) continue;
        if (isLoose || isList(child.expression)) found.push({ node: child, message: LOOSE });
        else if (children.length > 1) found.push({ node: child, message: DYNAMIC });
      }
    }
  }

  walk(program, (node) => {
    if (isUntranslated(node)) return false;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') checkChildren(node);
    return true;
  });
  return found;
}

/** Refuses bare text that a translated page would not update, or that would stop it. */
export const bareText = {
  /** @param {import('./boundaries.mjs').RuleContext} context */
  create: (context) => ({
    /** @param {Node} program */
    Program(program) {
      for (const problem of findBareText(program)) context.report(problem);
    },
  }),
};
