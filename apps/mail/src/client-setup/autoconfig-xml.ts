import { html } from '#libs/core/html';
import { NO_INCOMING } from './no-incoming.js';
import type { ClientSettings } from './client-settings.js';

/** The configuration of a domain in Mozilla's format, version 1.1. It has no incoming server, because there is none, and says so. */
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
        <documentation url="${webmailUrl}">
          <descr lang="en">${NO_INCOMING.en}</descr>
          <descr lang="pt">${NO_INCOMING.pt}</descr>
          <descr lang="es">${NO_INCOMING.es}</descr>
        </documentation>
      </emailProvider>
      <webMail>
        <loginPage url="${webmailUrl}" />
      </webMail>
    </clientConfig> `.text;
}
