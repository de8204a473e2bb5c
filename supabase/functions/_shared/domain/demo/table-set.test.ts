import { expect, test } from 'vitest';
import { tableAnswer } from './table-answer.ts';
import { QUESTION_FILES } from './testing/question-tables.ts';
import { TABLE_QUESTIONS } from './testing/table-questions.ts';

interface Question {
  file: string;
  question: string;
  /** The texts that the answer contains, or with `!` does not contain; none for a question without an answer. */
  texts: string[];
}

function parseQuestions(): Question[] {
  let file = '';
  return TABLE_QUESTIONS.split('\n').flatMap((line) => {
    if (!line.startsWith('  ')) file = line || file;
    const silent = /^ {2}silent: (.*)/.exec(line)?.[1];
    if (silent !== undefined)
      return silent.split(' | ').map((question) => ({ file, question, texts: [] }));
    const [question = '', texts] = line.trim().split(' -> ');
    return texts === undefined ? [] : [{ file, question, texts: texts.split('; ') }];
  });
}

/** Returns `wrong` for an answer that is not the right one, and for any answer to a question that has none. */
function verdict(answer: string, texts: readonly string[]): 'right' | 'silent' | 'wrong' {
  if (answer === '') return texts.length === 0 ? 'right' : 'silent';
  const isRight = texts.every((text) =>
    text.startsWith('!') ? !answer.includes(text.slice(1)) : answer.includes(text),
  );
  return texts.length > 0 && isRight ? 'right' : 'wrong';
}

test('EXTRACT-08 answers questions about tables rightly or not at all', () => {
  const asked = parseQuestions().map(({ file, question, texts }) => {
    const files = QUESTION_FILES.filter(({ name }) => name === file);
    expect(files.map(({ name }) => name)).toEqual([file]);
    const answer = tableAnswer(question, files).join('\n\n');
    return { verdict: verdict(answer, texts), text: `${question}\n${answer}`, texts };
  });
  const of = (what: string) => asked.filter((each) => each.verdict === what);
  process.stdout.write(
    `${asked.length} questions about tables: ${of('right').length} right, ${of('silent').length} silent, ${of('wrong').length} wrong\n`,
  );
  expect(asked.filter(({ texts }) => texts.length === 0).length).toBeGreaterThan(
    asked.length * 0.45,
  );
  expect(of('wrong').map(({ text }) => text)).toEqual([]);
  expect(of('silent').map(({ text }) => text)).toEqual([]);
});
