-- A link that was printed at the console doesn't confirm the address.
ALTER TABLE "password_resets" ADD COLUMN "is_mailed" boolean DEFAULT true NOT NULL;