import { APPS, keyOwnerOf, OFFSETS, type App, type AppWithDatabase } from './apps.js';
import { databaseUrls } from './databases.js';
import type { CertificateFiles } from './certificate/certificate-files.js';
import type { Secrets } from './secrets.js';
import { dataPath, portOf, urlOf, type Settings } from './settings.js';

/** URLs of the servers that the apps use. */
export interface Backing {
  postgresUrl: string;
  redisUrl: string;
}

/** The environment of an app's process; what the launcher itself was given passes through, its own words win. */
export function appEnvironment(
  app: App,
  settings: Settings,
  secrets: Secrets,
  backing: Backing,
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const inbox = `smtp://127.0.0.1:${settings.portBase + OFFSETS.inboxSmtp}`;
  return {
    ROLE: 'all',
    LOG_LEVEL: 'info',
    SPF_INCLUDE: 'spf.demo.test',
    RETURN_PATH_DOMAIN: 'bounces.demo.test',
    // Mail is the MX, also of what Platform receives.
    INBOUND_MX_HOST: inherited['MAIL_HOST'] || 'mx.demo.test',
    ...inherited,
    NODE_ENV: settings.nodeEnv,
    HOST: '127.0.0.1',
    PORT: String(portOf(settings, app.name)),
    PUBLIC_URL: urlOf(settings, app.name),
    ...databaseEnvironment(app, secrets, backing),
    REDIS_URL: backing.redisUrl,
    ...Object.fromEntries(APPS.map((one) => [`${one.name.toUpperCase()}_URL`, urlOf(settings, one.name)])),
    // Two apps with one database share its blobs.
    BLOB_DIR: dataPath(settings, 'blobs', keyOwnerOf(app)),
    JOURNAL_DIR: dataPath(settings, 'journal'),
    SERVICE_SECRET: secrets.serviceSecret,
    ENCRYPTION_KEYS: secrets.encryptionKeys[keyOwnerOf(app)],
    SMTP_URL: settings.smtpUrl ?? inbox,
    SANDBOX_SMTP_URL: settings.sandboxSmtpUrl ?? inbox,
    DASHBOARD_URL: inherited['DASHBOARD_URL'] || urlOf(settings, 'dashboard'),
    // The dashboard calls the other apps for browsers, and tells them their addresses.
    TRUST_PROXY: inherited['TRUST_PROXY'] || (app.name === 'dashboard' ? undefined : '127.0.0.1'),
    MAIL_LINKS_URL: inherited['MAIL_LINKS_URL'] || inherited['DASHBOARD_URL'] || issuerOf(settings, inherited),
    INBOUND_PORT: String(portOf(settings, 'inbound')),
    BOUNCE_PORT: String(portOf(settings, 'bounce')),
    // The MX hands in what routes take, and is believed which client it is from.
    PLATFORM_INBOUND: `127.0.0.1:${portOf(settings, 'bounce')}`,
    BOUNCE_TRUSTED_PEERS: '127.0.0.1',
    SUBMISSION_PORT: String(portOf(settings, 'submission')),
    ...sendingSmtpEnvironment(settings),
    DNS_SERVER: `127.0.0.1:${portOf(settings, 'dns')}`,
    NEW_TENANT_PRODUCTS: 'mail,pages,crm',
    OUTBOUND_ALLOW: [settings.outboundAllow, `127.0.0.1:${portOf(settings, 'hooks')}`].filter(Boolean).join(','),
  };
}

/** Sending by SMTP needs TLS, in development by a certificate that the launcher has made. */
function sendingSmtpEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const { cert, key } = certificateFiles(settings);
  return {
    SENDING_SMTP_PORT: String(portOf(settings, 'sendingSmtp')),
    SENDING_SMTPS_PORT: String(portOf(settings, 'sendingSmtps')),
    SENDING_SMTP_TLS_CERT_FILE: cert,
    SENDING_SMTP_TLS_KEY_FILE: key,
  };
}

export const certificateFiles = (settings: Settings): CertificateFiles => ({
  cert: dataPath(settings, 'tls', 'cert.pem'),
  key: dataPath(settings, 'tls', 'key.pem'),
});

function databaseEnvironment(app: App, secrets: Secrets, { postgresUrl }: Backing): NodeJS.ProcessEnv {
  if (app.database === undefined) return {};
  const urls = databaseUrls(postgresUrl, secrets, app as AppWithDatabase);
  return { DATABASE_URL: urls.app, DATABASE_SYSTEM_URL: urls.system };
}

/** Links in mail lead to identity's own pages unless a dashboard is configured. */
const issuerOf = (settings: Settings, inherited: NodeJS.ProcessEnv): string =>
  inherited['ISSUER'] || urlOf(settings, 'identity');

/** Seeds get the credentials, so that they are the same at every start. The jobs of their app are not theirs. */
export function seedEnvironment(
  env: NodeJS.ProcessEnv,
  secrets: Secrets,
  tenantId: string | undefined,
): NodeJS.ProcessEnv {
  return {
    ...env,
    ROLE: 'api',
    SEED_USER_PASSWORD: secrets.userPassword,
    SEED_OPERATOR_PASSWORD: secrets.operatorPassword,
    SEED_API_KEY: secrets.apiKey,
    ...(tenantId ? { SEED_TENANT_ID: tenantId } : {}),
  };
}
