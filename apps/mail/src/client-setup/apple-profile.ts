import { createHash } from 'node:crypto';
import { html } from '#libs/core/html';
import type { ClientSettings } from './client-settings.js';

/**
 * Apple's configuration profile of a domain. A mail account of it would need an incoming server, and there is none: it puts
 * the webmail on the home screen. Installed again, it replaces itself, since its ids follow from the domain.
 */
export function appleProfile(domain: string, { webmailUrl }: ClientSettings): string {
  const [profile, clip] = [uuidOf(`profile ${domain}`), uuidOf(`webmail ${domain}`)];
  const identifier = domain.split('.').toReversed().join('.');
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
      <dict>
        <key>PayloadType</key><string>Configuration</string> <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>${identifier}.mail</string> <key>PayloadUUID</key
        ><string>${profile}</string> <key>PayloadDisplayName</key><string>${`Mail of ${domain}`}</string>
        <key>PayloadContent</key>
        <array>
          <dict>
            <key>PayloadType</key><string>com.apple.webClip.managed</string> <key>PayloadVersion</key
            ><integer>1</integer> <key>PayloadIdentifier</key><string>${identifier}.mail.webmail</string>
            <key>PayloadUUID</key><string>${clip}</string> <key>PayloadDisplayName</key><string>Webmail</string>
            <key>Label</key><string>${`Mail ${domain}`}</string> <key>URL</key><string>${webmailUrl}</string>
            <key>IsRemovable</key><true /> <key>FullScreen</key><true />
          </dict>
        </array>
      </dict>
    </plist> `.text;
}

/** A UUID that is the same for the same text (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32).split('');
  hex[12] = '8';
  hex[16] = '8';
  return hex
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    .toUpperCase();
}
