import { describe, expect, it } from 'vitest';
import { objectOfForm } from './form-fields.js';

describe('a form of the query protocol', () => {
  it('becomes an object with lists in their order', () => {
    const form = new URLSearchParams(
      'Action=SendEmail&Source=a&Destination.ToAddresses.member.2=y&Destination.ToAddresses.member.10=z&' +
        'Destination.ToAddresses.member.1=x&Message.Body.Text.Data=Hello+there&Tags.member.1.Name=n&Tags.member.1.Value=v',
    );
    expect(objectOfForm(form)).toEqual({
      Action: 'SendEmail',
      Source: 'a',
      Destination: { ToAddresses: ['x', 'y', 'z'] },
      Message: { Body: { Text: { Data: 'Hello there' } } },
      Tags: [{ Name: 'n', Value: 'v' }],
    });
  });

  it('has no field of endless depth', () => {
    expect(objectOfForm(new URLSearchParams({ ['a.'.repeat(500_000)]: 'x', b: 'y' }))).toEqual({ b: 'y' });
  });

  it('has no NUL', () => {
    const form = new URLSearchParams({ 'Tags.member.1.Name': 'a', 'Tags.member.1.Value': 'a\0b' });
    expect(() => objectOfForm(form)).toThrow('Tags.1.Value must not contain the NUL character');
  });

  it('changes no prototype', () => {
    objectOfForm(new URLSearchParams('__proto__.polluted=1&constructor.prototype.polluted=1'));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
