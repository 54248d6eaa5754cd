import { runAuditVerify } from '#libs/core/audit';
import { isMain, loadConfig, SystemRoleConfig } from '#libs/core/config';

if (isMain(import.meta.url)) {
  process.exitCode = await runAuditVerify(loadConfig(SystemRoleConfig).databaseSystemUrl, process.argv.slice(2));
}
