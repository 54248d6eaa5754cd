import { runService } from '#libs/core/app';
import { DashboardConfig } from './config.js';
import { createDashboard } from './dashboard.js';

await runService(DashboardConfig, 'dashboard', createDashboard);
