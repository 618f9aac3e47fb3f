-- Lets a school’s administrators say that its devices are shared, so that they keep nothing of its teachers.
ALTER TABLE "schools" ADD COLUMN "uses_shared_devices" boolean DEFAULT false NOT NULL;