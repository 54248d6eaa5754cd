import { runAuditVerify } from '#libs/audit';
import { isMain, loadConfig, SystemRoleConfig } from '#libs/config';

if (isMain(import.meta.url)) {
  process.exitCode = await runAuditVerify(loadConfig(SystemRoleConfig).databaseSystemUrl, process.argv.slice(2));
}
