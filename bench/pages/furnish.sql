-- What a store of this size has beside its memories: their events, what agents were given, things and claims,
-- links, earlier versions. Put down by the tables' owner, as intake would have left it (hashes apart).
SELECT setseed(0.5);

CREATE TEMP TABLE had AS
SELECT memory.id AS memory_id, revision.id AS revision_id, memory.name, revision.created_at AS at,
       row_number() OVER (ORDER BY revision.created_at, memory.id) AS place
  FROM memories_memory AS memory
  JOIN memories_revision AS revision ON revision.memory_id = memory.id AND revision.status = 'active'
 WHERE memory.workspace_id = %(workspace)s;
CREATE INDEX ON had (place);
ANALYZE had;

UPDATE memories_memory AS memory
   SET kind = (ARRAY['reference', 'project', 'user_fact', 'decision'])[1 + had.place %% 4],
       tags = ARRAY['tag-' || had.place %% 50, 'team-' || had.place %% 7],
       sensitivity = CASE WHEN had.place %% 40 = 0 THEN 'private' ELSE 'public' END,
       recall_tier = CASE WHEN had.place %% 5000 = 0 THEN 'always'
                          WHEN had.place %% 30 = 0 THEN 'manual' ELSE 'relevance' END,
       archived_at = CASE WHEN had.place %% 60 = 1 THEN now() END,
       version = CASE WHEN had.place %% 2 = 0 THEN 2 ELSE 1 END
  FROM had WHERE had.memory_id = memory.id;

-- Every second memory has an earlier version, and one of them a hundred.
INSERT INTO memories_revision (id, workspace_id, memory_id, number, base_number, status, content, description,
       changes, content_hash, trust, source, basis, user_confirmed, supersedes, "similar", conflicts_with,
       failure, client, agent, author_id, created_at, decided_at, retired_at)
SELECT gen_random_uuid(), %(workspace)s, had.memory_id, 2 + number, 0, 'superseded',
       'It was said of ' || had.name || ' earlier, and is not any more.', '', '{}',
       md5(had.name || number) || md5(had.name || number), 'agent', '', '', false, '{}', '{}', '{}',
       '', 'bench', 'bench', %(user)s, had.at - interval '1 day', had.at - interval '1 day', had.at
  FROM had, generate_series(1, CASE WHEN place = 2 THEN 100 ELSE 1 END) AS number WHERE place %% 2 = 0;

INSERT INTO memories_event (workspace_id, sequence, at, action, user_id, client, agent, memory_id,
       revision_id, details, previous_hash, hash)
SELECT %(workspace)s, head.sequence + number, now() - (%(events)s - number) * interval '2 minutes',
       (ARRAY['memory.remembered', 'memory.changed', 'proposal.approved', 'memory.proposed'])[1 + number %% 4],
       %(user)s, CASE WHEN number %% 3 = 0 THEN 'dashboard' ELSE 'bench' END, 'bench',
       had.memory_id, had.revision_id, '{}', md5(number::text) || md5(number::text),
       md5((number + 1)::text) || md5((number + 1)::text)
  FROM memories_chainhead AS head, generate_series(1, %(events)s) AS number
  JOIN had ON had.place = 1 + number %% %(memories)s
 WHERE head.workspace_id = %(workspace)s;
UPDATE memories_chainhead SET sequence = sequence + %(events)s WHERE workspace_id = %(workspace)s;

INSERT INTO memories_activity (workspace_id, at, what, outcome, user_id, client, agent, session, block,
       memory_ids, items, best_similarity, expanded, characters, milliseconds)
SELECT %(workspace)s, now() - number * interval '25 seconds',
       (ARRAY['recall', 'hook/context', 'memory://context'])[1 + number %% 3],
       CASE WHEN number %% 5 = 0 THEN 'nothing' ELSE 'injected' END, %(user)s, 'bench', 'bench', '', '',
       ARRAY[had.memory_id],
       jsonb_build_array(jsonb_build_object('memory_id', had.memory_id, 'shown', 'whole', 'score', 0.7,
                                            'reasons', jsonb_build_array('meaning'))),
       0.7, false, 800, 5 + 40 * random()
  FROM generate_series(1, %(activity)s) AS number JOIN had ON had.place = 1 + number %% %(memories)s;

CREATE TEMP TABLE thing AS
SELECT number, gen_random_uuid() AS id FROM generate_series(1, %(things)s) AS number;
CREATE INDEX ON thing (number);
ANALYZE thing;
INSERT INTO memories_entity (id, workspace_id, name, kind, created_at)
SELECT id, %(workspace)s, 'Thing ' || number,
       (ARRAY['person', 'organization', 'place', 'technology', 'project', 'thing'])[1 + number %% 6], now()
  FROM thing;
INSERT INTO memories_entityname (workspace_id, key, shown, entity_id)
SELECT %(workspace)s, 'thing ' || number, 'Thing ' || number, id FROM thing;

-- The square of a random number: few things are spoken of very often.
INSERT INTO memories_mention (workspace_id, memory_id, revision_id, entity_id, live)
SELECT %(workspace)s, had.memory_id, had.revision_id, thing.id, true
  FROM (SELECT place, 1 + floor(%(things)s * random() ^ 2)::int AS number
          FROM had, generate_series(1, 2)) AS spoken
  JOIN had USING (place) JOIN thing USING (number)
    ON CONFLICT DO NOTHING;

INSERT INTO memories_fact (id, workspace_id, memory_id, revision_id, subject_id, predicate, object,
       object_entity_id, object_key, slot, statement, valid_from, ordinal, told_at, learned_at, retired_for,
       confidence, extracted_by, private, reach, words)
SELECT gen_random_uuid(), %(workspace)s, had.memory_id, had.revision_id, mention.entity_id, 'uses',
       'Thing ' || thing.number, thing.id, 'thing ' || thing.number, 'uses', had.name || ' uses it.',
       had.at, 0, had.at, had.at, '', 0.8, 'rules', false, '', to_tsvector('simple', had.name)
  FROM had JOIN memories_mention AS mention ON mention.revision_id = had.revision_id
  JOIN thing ON thing.number = 1 + had.place %% %(things)s
 WHERE had.place %% 2 = 0;

INSERT INTO memories_link (workspace_id, memory_id, revision_id, name, place)
SELECT %(workspace)s, had.memory_id, had.revision_id, other.name, 0
  FROM had JOIN had AS other ON other.place = 1 + had.place * 7919 %% %(memories)s
 WHERE had.place %% 3 = 0;
DROP TABLE had, thing;
