import { describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import { problemText } from './problem-text.js';

const NAMES = {
  'Destination.ToAddresses': 'to',
  'Attachments.Data': 'attachments.content',
  Attachments: 'attachments',
  TemplateData: 'template.variables',
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
    ['from', 'must be earlier than to', 'fromdate must be earlier than todate'],
    ['from', 'must be within 1100 days of to', 'fromdate must be within 1100 days of todate'],
  ])('%s %s', (field, message, text) => {
    expect(textOf(field, message)).toBe(text);
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
