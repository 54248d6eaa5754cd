import { html } from '#libs/html';
import type { ClientSettings } from './client-settings.js';

/** The configuration of a domain in Mozilla's format, version 1.1. It has no incoming server, because there is none. */
export function autoconfigXml(domain: string, settings: ClientSettings): string {
  const { submissionHost, submissionPort, webmailUrl } = settings;
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <clientConfig version="1.1">
      <emailProvider id="${domain}">
        <domain>${domain}</domain>
        <displayName>${domain}</displayName>
        <displayShortName>${domain}</displayShortName>
        <outgoingServer type="smtp">
          <hostname>${submissionHost}</hostname>
          <port>${String(submissionPort)}</port>
          <socketType>STARTTLS</socketType>
          <authentication>password-cleartext</authentication>
          <username>%EMAILADDRESS%</username>
        </outgoingServer>
      </emailProvider>
      <webMail>
        <loginPage url="${webmailUrl}" />
      </webMail>
    </clientConfig> `.text;
}
