/** Baseline for the signed-in GET: node:http and pg with the same queries only. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from '../db/pool/connect.ts';
import { givenTarget } from './given-target.ts';

const { pool } = connect(givenTarget(), { max: 16 });

const server = createServer((request, response) => {
  void (async () => {
    const hash = createHash('sha256')
      .update(request.headers.authorization?.slice(7) ?? '')
      .digest();
    await pool.query(
      `select sessions.id, sessions.user_id, users.account_type, users.name, users.email
       from sessions join users on users.id = sessions.user_id
       where sessions.ended_at is null and sessions.expires_at > $1 and sessions.api_token_hash = $2`,
      [new Date(), hash],
    );
    const venues = await pool.query(
      'select * from venues where owner_id = $1 order by created_at, id',
      [request.url?.split('/')[3]],
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(venues.rows));
  })();
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: server.address() })));
