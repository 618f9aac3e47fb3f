-- Records since when the key in use encrypts, to tell which older keys are still needed. Servers of the version before would use a new key
-- before the others have it.
-- allows: nothing older
ALTER TABLE "key_in_use" ADD COLUMN "since" timestamp with time zone;
