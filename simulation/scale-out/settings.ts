/** The configuration files of the set-up: etcd, two Patroni nodes with their PostgreSQL, HAProxy. Pure text. */

export interface NodePorts {
  name: string;
  postgres: number;
  /** Patroni's REST API: `/primary` answers 200 on the primary only. */
  rest: number;
}

export interface Secrets {
  superuser: string;
  replicator: string;
  rewind: string;
}

/** What decides how long a lost primary is missed, and what a failover may lose. */
export interface FailoverSettings {
  /** A leader that has not renewed its key for so many seconds is lost. */
  ttl: number;
  loopWait: number;
  retryTimeout: number;
  isSynchronous: boolean;
}

/** Patroni gives up a leader's key that it could not take within a second: shorter than two the standby is never promoted. */
function assertTimesFit({ ttl, loopWait, retryTimeout }: FailoverSettings): void {
  if (retryTimeout < 2) throw new Error(`retry_timeout ${retryTimeout}: no standby can take the leader's key in time`);
  if (loopWait + retryTimeout > ttl)
    throw new Error(`loop_wait ${loopWait} and retry_timeout ${retryTimeout} are more than ttl ${ttl}`);
}

export function etcdArguments({ folder, client, peer }: { folder: string; client: number; peer: number }): string[] {
  const own = `http://127.0.0.1:${peer}`;
  const served = `http://127.0.0.1:${client}`;
  return Object.entries({
    name: 'etcd1',
    'data-dir': folder,
    logger: 'zap',
    'log-level': 'warn',
    'listen-client-urls': served,
    'advertise-client-urls': served,
    'listen-peer-urls': own,
    'initial-advertise-peer-urls': own,
    'initial-cluster': `etcd1=${own}`,
  }).flatMap(([option, value]) => [`--${option}`, value]);
}

interface PatroniInput {
  node: NodePorts;
  folder: string;
  binaries: string;
  etcd: number;
  secrets: Secrets;
  failover: FailoverSettings;
}

/** JSON is YAML: nothing has to be quoted by hand. */
export function patroniFile({ node, folder, binaries, etcd, secrets, failover }: PatroniInput): string {
  assertTimesFit(failover);
  const local = (port: number) => `127.0.0.1:${port}`;
  const login = (username: keyof Secrets) => ({
    username: username === 'superuser' ? 'postgres' : username,
    password: secrets[username],
  });
  return JSON.stringify(
    {
      scope: 'lode',
      name: node.name,
      restapi: { listen: local(node.rest), connect_address: local(node.rest) },
      etcd3: { hosts: [local(etcd)] },
      bootstrap: {
        dcs: {
          ttl: failover.ttl,
          loop_wait: failover.loopWait,
          retry_timeout: failover.retryTimeout,
          synchronous_mode: failover.isSynchronous,
          maximum_lag_on_failover: 64 * 1024 * 1024,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 300, fsync: 'on' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: local(node.postgres),
        connect_address: local(node.postgres),
        data_dir: `${folder}/data`,
        bin_dir: binaries,
        pgpass: `${folder}/pgpass`,
        parameters: { unix_socket_directories: folder },
        pg_hba: [
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
          'local all postgres peer',
        ],
        authentication: {
          superuser: login('superuser'),
          replication: login('replicator'),
          rewind: login('rewind'),
        },
      },
    },
    null,
    2,
  );
}

interface ProxyInput {
  nodes: readonly NodePorts[];
  /** Where the product finds the primary. */
  database: number;
  servers: readonly number[];
  /** Where customers come in. */
  http: number;
}

/**
 * The database's address leads to the node that Patroni's health check names, and ends every connection to one that is no primary any
 * more, also where no reset comes from it. A request to the product is never sent twice by the proxy: `requestId` is the customer's to
 * repeat.
 */
export function proxyFile({ nodes, database, servers, http }: ProxyInput): string {
  return `global
  maxconn 4000

defaults
  timeout connect 1s
  timeout check 1s

listen database
  bind 127.0.0.1:${database}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  retries 0
  default-server inter 300ms fastinter 100ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`).join('\n')}

listen product
  bind 127.0.0.1:${http}
  mode http
  timeout client 60s
  timeout server 60s
  timeout http-request 10s
  balance roundrobin
  option forwardfor
  option httpchk GET /api/ready
  http-check expect status 200
  retries 0
  default-server inter 500ms fastinter 200ms downinter 200ms fall 2 rise 1
${servers.map((port, i) => `  server public${i + 1} 127.0.0.1:${port} check`).join('\n')}
`;
}
