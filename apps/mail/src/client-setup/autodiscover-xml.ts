import { SaxesParser } from 'saxes';
import { html } from '#libs/core/html';
import { NO_INCOMING } from './no-incoming.js';
import type { ClientSettings } from './client-settings.js';

const RESPONSE = 'http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006';
const OUTLOOK_RESPONSE = 'http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a';

class Invalid extends Error {}

/** The address that a request of Autodiscover is about; null if it is no such request. Documents with a DTD are none. */
export function requestedAddress(body: string): string | null {
  const parser = new SaxesParser();
  const reject = () => {
    throw new Invalid();
  };
  let isAddress = false;
  let address = '';
  parser.on('doctype', reject);
  parser.on('error', reject);
  parser.on('opentag', ({ name }) => {
    isAddress = localName(name) === 'EMailAddress' && address === '';
  });
  parser.on('closetag', () => {
    isAddress = false;
  });
  parser.on('text', (text) => {
    if (isAddress) address += text;
  });
  try {
    parser.write(body).close();
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
  return address.trim() || null;
}

/** The settings of an address in Outlook's format (MS-OXDSCLI). It has no incoming server, because there is none, and says so. */
export function autodiscoverXml(
  address: string,
  { submissionHost, submissionPort, webmailUrl }: ClientSettings,
): string {
  return html`<?xml version="1.0" encoding="utf-8"?>
    <Autodiscover xmlns="${RESPONSE}">
      <Response xmlns="${OUTLOOK_RESPONSE}">
        <User>
          <DisplayName>${address}</DisplayName>
        </User>
        <Account>
          <AccountType>email</AccountType>
          <Action>settings</Action>
          <!-- ${NO_INCOMING.en} -->
          <Protocol>
            <Type>WEB</Type>
            <External>
              <OWAUrl AuthenticationMethod="Fba">${webmailUrl}</OWAUrl>
            </External>
          </Protocol>
          <Protocol>
            <Type>SMTP</Type>
            <Server>${submissionHost}</Server>
            <Port>${String(submissionPort)}</Port>
            <DomainRequired>off</DomainRequired>
            <LoginName>${address}</LoginName>
            <SPA>off</SPA>
            <Encryption>TLS</Encryption>
            <AuthRequired>on</AuthRequired>
            <UsePOPAuth>off</UsePOPAuth>
            <SMTPLast>off</SMTPLast>
          </Protocol>
        </Account>
      </Response>
    </Autodiscover> `.text;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
