import { pathToFileURL } from 'node:url';
import { IsString } from 'class-validator';
import { runAuditVerify } from '#libs/audit';
import { loadConfig, Secret } from '#libs/config';

/** What the command that verifies the audit log reads. */
class AuditVerifyConfig {
  @IsString()
  @Secret()
  databaseSystemUrl: string;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await runAuditVerify(loadConfig(AuditVerifyConfig).databaseSystemUrl, process.argv.slice(2));
}
