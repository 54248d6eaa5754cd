import { describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import { problemText } from './problem-text.js';

const NAMES = {
  'Destination.ToAddresses': 'to',
  'Attachments.Data': 'attachments.content',
  Attachments: 'attachments',
  TemplateData: 'template.variables',
  'Rows.Tags.Value': 'rows.tags.value',
  Html: 'html',
  Email: 'email',
  Name: 'name',
  Active: 'status',
  Format: '',
  from: 'fromdate',
  to: 'todate',
};

const textOf = (Field: string, Message: string): string =>
  problemText(new Problem('ValidationError', { message: 'Invalid', details: [{ Field, Message }] }), NAMES);

describe('the text of a fault in the names of a client', () => {
  it.each([
    ['Email', 'Email must be an e-mail address', 'email must be an e-mail address'],
    ['Email', 'must be an e-mail address', 'email must be an e-mail address'],
    ['Email', 'each value in Email must be a text', 'each value in email must be a text'],
    // A name that is a part of the message is not what the message names.
    ['properties.a', 'must be a text, a number or null', 'properties.a must be a text, a number or null'],
    ['properties.größe', 'must be a text', 'properties.größe must be a text'],
    ['TemplateData.a', 'is used by Html and missing', 'template.variables.a is used by html and missing'],
    ['TemplateData.a', 'is used by Subject and missing', 'template.variables.a is used by Subject and missing'],
    ['Email[0]', 'Email[0] must not be empty', 'email[0] must not be empty'],
    ['Email[0]', 'Email must not be empty', 'email[0] must not be empty'],
    ['Destination.ToAddresses[2]', 'must be an e-mail address', 'to[2] must be an e-mail address'],
    ['Attachments[2].Data', 'must be base64', 'attachments[2].content must be base64'],
    ['Attachments[2].Other', 'is wrong', 'attachments[2].Other is wrong'],
    ['Attachments[2]', ': The file is gone', 'attachments[2]: The file is gone'],
    ['TemplateData.Bad[1]', 'is missing', 'template.variables.Bad[1] is missing'],
    ['Attachments[1].Data.Name[2]', 'is missing', 'attachments[1].content.Name[2] is missing'],
    ['Rows[1].Tags[2].Value', 'is missing', 'rows[1].tags[2].value is missing'],
    ['constructor', 'is no field', 'constructor is no field'],
    ['__proto__.toString', 'is no field', '__proto__.toString is no field'],
    ['Email', 'is used by constructor and missing', 'email is used by constructor and missing'],
    ['from', 'must be earlier than to', 'fromdate must be earlier than todate'],
    ['from', 'must be within 1100 days of to', 'fromdate must be within 1100 days of todate'],
  ])('%s %s', (field, message, text) => {
    expect(textOf(field, message)).toBe(text);
  });

  it.each([
    ['letters', `${'a'.repeat(2_000_000)}!`],
    ['steps', 'a.'.repeat(1_000_000)],
    ['indexes', `a${'[1]'.repeat(600_000)}!`],
  ])('names the beginning of a field of millions of %s, at once', (_, field) => {
    const begun = performance.now();
    const text = textOf(`TemplateData.${field}`, 'is missing');
    expect(performance.now() - begun).toBeLessThan(500);
    expect(text.startsWith('template.variables.a')).toBe(true);
    expect(text.length).toBeLessThan(300);
  });

  it('has their names of the fields of which one is to be given', () => {
    const message = 'Give at least one of Name, Html, Other, Format and Active';
    expect(problemText(new Problem('MissingParameter', { message }), NAMES)).toBe(
      'Give at least one of name, html, Other and status',
    );
    const one = new Problem('MissingParameter', { message: 'Give at least one of Format, Name and Format' });
    expect(problemText(one, NAMES)).toBe('Give name');
  });
});
