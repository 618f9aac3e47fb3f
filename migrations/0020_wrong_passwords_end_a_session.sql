-- Wrong passwords are counted in the session they are typed in, which ends at the fifteenth.
ALTER TABLE "sessions" ADD COLUMN "wrong_passwords" integer DEFAULT 0 NOT NULL;