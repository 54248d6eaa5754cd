import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import { unknownAddressPage } from '#libs/core/html';
import { type AppProfile, detailedEnvelope } from '#libs/core/http';
import { DashboardModule } from './app.module.js';
import type { DashboardConfig } from './config.js';
import { builtWebDir } from './page/web-dir.js';

const MIB = 1024 * 1024;
/** As large as the bodies that Platform takes, the largest of any app. */
const BODY_LIMIT = 2 * MIB;

const PROFILE: AppProfile = {
  service: 'dashboard',
  envelope: { ...detailedEnvelope(), page: unknownAddressPage },
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Dashboard',
    version: '2026-11-27',
    description: 'The page for customers and operators, and the GraphQL gateway that it talks to.',
    tags: {
      GraphQL: 'All apps by one endpoint.',
      'Sign-in': 'Sessions of browsers, by identity.',
      'Files and streams': 'Files, uploads and streams of the apps.',
      Frames: 'HTML of strangers.',
      Page: 'The page itself.',
    },
  },
};

/**
 * The dashboard, ready to listen.
 * @param webDir the directory of the built page
 */
export function createDashboard(
  config: DashboardConfig,
  webDir: string = builtWebDir(),
): Promise<NestExpressApplication> {
  return createService(DashboardModule.forRoot(config, webDir), PROFILE, config, { rootRoute: false });
}
