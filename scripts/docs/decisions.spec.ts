import { describe, expect, it } from 'vitest';
import { indexOf, readDecision } from './decisions.js';

const text = (status: string, number = 7, subject = 'sending'): string =>
  `# ${number}. How mail leaves\n\nSubject: ${subject}. Status: ${status}.\n\nText.\n`;

describe('a decision', () => {
  it.each([
    ['in force', []],
    ['in force, changed by 9', [9]],
    ['in force, changed by 9, 10 and 12', [9, 10, 12]],
    ['replaced by 9', [9]],
  ])('may have the status "%s"', (status, successors) => {
    expect(readDecision('0007-mail.md', text(status))).toMatchObject({
      number: 7,
      title: 'How mail leaves',
      successors,
    });
  });

  it.each([
    ['a number that is not that of its file', text('in force', 8), 'the first line is "# 7. <title>"'],
    ['no line of subject and status', '# 7. How mail leaves\n\nText.\n', 'the line below the title'],
    ['an unknown subject', text('in force', 7, 'weather'), '"weather" is none of'],
    ['an unknown status', text('forgotten'), 'a status is'],
  ])('is rejected with %s', (_, content, message) => {
    expect(() => readDecision('0007-mail.md', content)).toThrow(message);
  });
});

describe('the index of decisions', () => {
  const of = (number: number, status = 'in force') => readDecision(`000${number}-mail.md`, text(status, number));

  it('links a status to the decisions that it names', () => {
    expect(indexOf([of(1, 'replaced by 2'), of(2)])).toContain('replaced by [2](0002-mail.md)');
  });

  it('names the numbers that no decision has', () => {
    expect(indexOf([of(1), of(4)])).toContain('2, 3: numbers are handed out');
    expect(indexOf([of(1), of(2)])).not.toContain('Numbers without a decision');
  });

  it('is not made of a status that names no decision, or of two with one number', () => {
    expect(() => indexOf([of(1, 'replaced by 2')])).toThrow('0001-mail.md: there is no decision 2');
    expect(() => indexOf([of(1), of(1)])).toThrow('Two decisions have one number');
  });
});
