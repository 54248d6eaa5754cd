import { runService } from '#libs/core/app';
import { CrmConfig } from './config.js';
import { createCrm } from './crm.js';

await runService(CrmConfig, 'crm', createCrm);
