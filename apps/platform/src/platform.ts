import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import type { AppProfile } from '#libs/core/http';
import { DirectRoutes } from '#libs/core/http-fast';
import { PlatformModule } from './app.module.js';
import { envelope } from './catalogue.js';
import { dialectOf } from './compatibility/frame/dialects.js';
import { routeSharedPaths } from './compatibility/frame/shared-paths.js';
import type { PlatformConfig } from './config.js';
import { TrackedLinks } from './tracking/tracked-links.js';

const MIB = 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'platform',
  envelope,
  envelopeOf: dialectOf,
  bodyLimit: 2 * MIB,
  openapi: {
    title: 'Platform API',
    version: '2026-08-28',
    description: 'Sends e-mail, SMS and push; keeps their history; notifies your systems by webhook.',
    tags: {
      Account: 'The user of a session and the account of a key.',
      'API keys': 'Credentials of servers, with the scopes that they open.',
      Audit: 'Who changed what in a tenant.',
      Campaigns: 'E-mails to every contact of a list.',
      Contacts: 'Contacts with an e-mail address, a telephone number or both.',
      Domains: 'Domains that e-mail is sent from, with their DNS records and signing keys.',
      Events: 'What changes in the account, as it happens.',
      'E-mail': 'Sending e-mail by key, and its history.',
      'Links in mail': 'What the links and pictures of sent e-mails lead to.',
      Lists: 'Named groups of contacts.',
      Messages: 'The history of all channels, and sending from the dashboard.',
      'Operator console': 'For the operators of the platform alone.',
      Push: 'Devices, and push messages to them.',
      'Received e-mail': 'Mail that comes for routes of verified domains.',
      Reports: 'Counts and rates of a tenant, over time.',
      SMS: 'Sending texts.',
      Suppressions: 'Addresses that get no messages.',
      Templates: 'Texts with variables that messages are made from.',
      Tenants: 'Accounts, their members and invitations.',
      Topics: 'What messages are about, which recipients may leave one by one, and how they see the account.',
      Tracking: 'Which opens and clicks are recorded.',
      Webhooks: 'Endpoints that receive events, and their deliveries.',
    },
    // Each call counts towards the plan or its address, and an address with many failed calls is rejected everywhere.
    isRateLimited: () => true,
  },
};

/** The platform app, ready to listen. */
export async function createPlatform(config: PlatformConfig): Promise<NestExpressApplication> {
  const direct = new DirectRoutes();
  const app = await createService(PlatformModule.forRoot(config), PROFILE, config, { direct });
  app.use(routeSharedPaths);
  answerLinks(direct, app.get(TrackedLinks, { strict: false }));
  return app;
}

/** Tracking links bypass the middleware: a reader who follows one waits for the redirect. */
function answerLinks(direct: DirectRoutes, links: TrackedLinks): void {
  direct.add('/t/c/', '/t/c/:token', (token, request) => links.followAtOnce(token, request));
  direct.add('/t/o/', '/t/o/:file', (file, request) => links.show(file, request));
}
