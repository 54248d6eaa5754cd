interface Values {
  key: string;
  to: string;
  /** The address of the API of Platform. */
  base: string;
}

/** Programs that send a first mail, with a key in them. */
export function examples({ key, to, base }: Values): { name: string; text: string }[] {
  const body = {
    Source: 'hello@start.test',
    Destination: { ToAddresses: [to] },
    Message: { Subject: { Data: 'It works' }, Body: { Text: { Data: 'My first mail' } } },
  };
  const json = JSON.stringify(body, null, 2);
  const url = `${base}/v1/emails/send`;
  return [
    {
      name: 'curl',
      text: [
        `curl ${url} \\`,
        `  -H 'Authorization: Bearer ${key}' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '${JSON.stringify(body)}'`,
      ].join('\n'),
    },
    {
      name: 'Node.js',
      text: [
        `const response = await fetch('${url}', {`,
        `  method: 'POST',`,
        `  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },`,
        `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
        `});`,
        `console.log(await response.json());`,
      ].join('\n'),
    },
    {
      name: 'Python',
      text: [
        `import json, urllib.request`,
        ``,
        `request = urllib.request.Request(`,
        `    '${url}',`,
        `    data=json.dumps(${json.replaceAll('\n', '\n    ')}).encode(),`,
        `    headers={'Authorization': 'Bearer ${key}', 'Content-Type': 'application/json'},`,
        `)`,
        `print(urllib.request.urlopen(request).read().decode())`,
      ].join('\n'),
    },
  ];
}
