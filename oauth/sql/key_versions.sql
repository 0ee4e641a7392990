-- A number for each person that grows whenever one of their keys, or what the keys open, may have changed: a token
-- revoked, a connection narrowed, a membership ended, an account closed. It grows in the transaction that changes
-- them, whoever does it. Processes keep what they looked up together with the number they saw before, and one look
-- at the number tells whether it still holds (oauth/services/standings.py).
CREATE FUNCTION oauth_keys_changed(person bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO oauth_keyversion AS kept (user_id, version) VALUES (person, 1)
    ON CONFLICT (user_id) DO UPDATE SET version = kept.version + 1
$$;
GRANT EXECUTE ON FUNCTION oauth_keys_changed(bigint) TO continuum_app;

CREATE FUNCTION oauth_row_of_person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM oauth_keys_changed(OLD.user_id);
    END IF;
    IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.user_id <> OLD.user_id) THEN
        PERFORM oauth_keys_changed(NEW.user_id);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION oauth_person_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM oauth_keys_changed(OLD.id);
    RETURN NULL;
END $$;

CREATE FUNCTION oauth_pair_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM oauth_keys_changed(user_id) FROM oauth_connection WHERE id = OLD.connection_id;
    RETURN NULL;
END $$;

CREATE TRIGGER oauth_membership_changed AFTER INSERT OR UPDATE OR DELETE ON memories_membership
    FOR EACH ROW EXECUTE FUNCTION oauth_row_of_person_changed();
CREATE TRIGGER oauth_token_changed
    AFTER UPDATE OF digest, permissions, workspaces, expires_at, revoked_at OR DELETE ON oauth_personaltoken
    FOR EACH ROW EXECUTE FUNCTION oauth_row_of_person_changed();
CREATE TRIGGER oauth_connection_changed
    AFTER UPDATE OF permissions, every_workspace, workspaces, toolsets, mode, revoked_at OR DELETE ON oauth_connection
    FOR EACH ROW EXECUTE FUNCTION oauth_row_of_person_changed();
CREATE TRIGGER oauth_person_changed AFTER UPDATE OF is_active, timezone OR DELETE ON oauth_user
    FOR EACH ROW EXECUTE FUNCTION oauth_person_changed();
-- Pairs that are over anyway are swept away without a word.
CREATE TRIGGER oauth_pair_revoked AFTER UPDATE OF revoked_at, access_expires_at ON oauth_tokenpair
    FOR EACH ROW EXECUTE FUNCTION oauth_pair_changed();
CREATE TRIGGER oauth_pair_deleted AFTER DELETE ON oauth_tokenpair
    FOR EACH ROW WHEN (OLD.access_expires_at > now()) EXECUTE FUNCTION oauth_pair_changed();
