import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { type BesideDir, Daemon } from './daemon.js';

/** Files that nginx serves from its disk cache of open files, as its own documentation sets it up for static files. */
const config = (dir: BesideDir, { port, workers, headers }: NginxOptions) => `
worker_processes ${workers};
pid ${dir.of('nginx/nginx.pid')};
error_log ${dir.of('nginx/error.log')};
user www-data;
events {
  worker_connections 1024;
}
http {
  access_log off;
  default_type text/html;
  charset utf-8;
  charset_types text/html;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  gzip_static on;
  gzip_vary on;
  open_file_cache max=2000 inactive=60s;
  client_body_temp_path ${dir.of('nginx/body')};
  proxy_temp_path ${dir.of('nginx/proxy')};
  fastcgi_temp_path ${dir.of('nginx/fastcgi')};
  uwsgi_temp_path ${dir.of('nginx/uwsgi')};
  scgi_temp_path ${dir.of('nginx/scgi')};
  server {
    listen 127.0.0.1:${port};
    root ${dir.of('nginx/pages')};
${headers.map(([name, value]) => `    add_header ${name} "${value}";`).join('\n')}
  }
}
`;

interface NginxOptions {
  port: number;
  workers: number;
  /** Further headers of each page. */
  headers: readonly (readonly [string, string])[];
}

/** Nginx with these pages as files, each also compressed beforehand. */
export async function startNginx(
  dir: BesideDir,
  { paths, html, ...options }: NginxOptions & { paths: readonly string[]; html: string },
): Promise<Daemon> {
  const file = await dir.write('nginx/nginx.conf', config(dir, options).trimStart());
  await mkdir(dir.of('nginx/pages'), { recursive: true });
  const compressed = gzipSync(html);
  for (const path of paths) {
    await writeFile(dir.of('nginx/pages', path), html);
    await writeFile(dir.of('nginx/pages', `${path}.gz`), compressed);
  }
  const command = ['/usr/sbin/nginx', '-e', dir.of('nginx/error.log'), '-c', file, '-g', 'daemon off;'] as const;
  return Daemon.start({ name: 'nginx', command: [...command], dir, port: options.port });
}
